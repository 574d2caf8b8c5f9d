import { expect, test } from 'vitest';
import { AddressLimit } from './address-limit.ts';

test('what one address has used up counts against nobody else, and is over after the period', () => {
  const limit = new AddressLimit(300, 60_000);
  const waits = Array.from({ length: 310 }, () => limit.use('192.0.2.1', 1000));
  expect(waits.findIndex((seconds) => seconds > 0)).toBe(300);
  expect(waits.at(-1)).toBe(60);
  expect(limit.use('192.0.2.2', 1000)).toBe(0);
  expect(limit.use('192.0.2.1', 60_999)).toBe(1);
  expect(limit.use('192.0.2.1', 61_000)).toBe(0);
});
