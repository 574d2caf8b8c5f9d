import { expect, test } from 'vitest';
import { chooseEncoding } from './content-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['*', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['brotli, x-gzip', 'identity'],
])('Accept-Encoding %j gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
