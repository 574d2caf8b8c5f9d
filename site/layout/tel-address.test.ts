import { expect, test } from 'vitest';
import { telAddress } from './tel-address.ts';

test.each([
  ['+27 10 446 5822', 'tel:+27104465822'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['Tel. 0800-123-456 (free)', 'tel:0800123456'],
  ['Madrid: +34 91 123 45 67', 'tel:+34911234567'],
  ['24/7', null],
  ['by chat', null],
])('%s is %s', (phone, address) => {
  expect(telAddress(phone)).toBe(address);
});
