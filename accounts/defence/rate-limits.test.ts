import { expect, test } from 'vitest';
import { createRateLimits } from './rate-limits.ts';

test('what an address may no longer do counts against nobody else, in whatever order the limits are named', async () => {
  const limits = createRateLimits(null);
  const use = (address: string) =>
    limits.use({ 'recover-mail:person': 'victim@example.com', 'recover:address': address });
  for (let time = 0; time < 20; time += 1) await limits.use({ 'recover:address': '192.0.2.1' });
  for (let time = 0; time < 10; time += 1) expect(await use('192.0.2.1')).toBeGreaterThan(0);
  expect(await use('192.0.2.2')).toBe(0);
});

test('a network that deals out many /64 is counted as a whole, and one customer of it does not use it up', async () => {
  const limits = createRateLimits(null);
  const tries = async (networks: string[]) => {
    let allowed = 0;
    for (const network of networks) if ((await limits.use({ 'register:address': network })) === 0) allowed += 1;
    return allowed;
  };
  const of = (third: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `2001:db8:${third}:${(from + index).toString(16)}::/64`);
  // 20 for a /64, 80 for a /56, 320 for a /48.
  expect(await tries(of('1', 256))).toBe(80);
  expect(await tries(of('1', 4, 0x100))).toBe(4);
  expect(await tries(of('2', 4096).filter((_, index) => index % 8 === 0))).toBe(320);
  expect(await tries(of('3', 1))).toBe(1);
});
