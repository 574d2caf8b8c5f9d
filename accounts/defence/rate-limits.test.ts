import { afterEach, expect, test, vi } from 'vitest';
import type { FormLimit } from '../../site/forms/form-limits.ts';
import { createRateLimits } from './rate-limits.ts';

afterEach(() => void vi.useRealTimers());

/** The allowed number and the period in minutes. `tests/requests/limits.test.ts` tests the messages. */
const documented: Record<FormLimit, [times: number, minutes: number]> = {
  'submit:address': [60, 10],
  'submit-plain:address': [30, 10],
  'refused:address': [60, 10],
  'register:address': [20, 60],
  'enquiry:address': [10, 60],
  'enquiry:pair': [5, 60],
  'application:address': [10, 60],
  'application:pair': [10, 24 * 60],
  'sign-in:address': [60, 15],
  'sign-in:pair': [6, 15],
  'sign-in:device': [6, 15],
  'sign-in:person': [40, 60],
  'sign-in-limited:pair': [1, 15],
  'recover:address': [20, 60],
  'recover-mail:person': [4, 60],
  'verify-mail:person': [4, 60],
  'recover-mail-again:person': [1, 28],
  'verify-mail-again:person': [1, 23 * 60],
  'notice-mail:person': [6, 60],
  'token:address': [30, 60],
};

test.each(Object.entries(documented) as [FormLimit, [number, number]][])(
  '%s allows %j times in minutes, and refuses more until the time is over',
  async (name, [times, minutes]) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const limits = createRateLimits(null);
    const isAllowed = async () => (await limits.use({ [name]: '192.0.2.1' })) === 0;
    let allowed = 0;
    while (allowed <= times && (await isAllowed())) allowed += 1;
    expect(allowed).toBe(times);
    vi.setSystemTime(Date.now() + minutes * 60_000 - 1000);
    expect(await isAllowed()).toBe(false);
    vi.setSystemTime(Date.now() + 1000);
    expect(await isAllowed()).toBe(true);
  },
);

test('a refused attempt of one address does not count for others, in any order of the limits', async () => {
  const limits = createRateLimits(null);
  const use = (address: string) =>
    limits.use({ 'recover-mail:person': 'victim@example.com', 'recover:address': address });
  for (let time = 0; time < 20; time += 1) await limits.use({ 'recover:address': '192.0.2.1' });
  for (let time = 0; time < 10; time += 1) expect(await use('192.0.2.1')).toBeGreaterThan(0);
  expect(await use('192.0.2.2')).toBe(0);
});

test('a network with many /64 subnets is counted as a whole, and one customer cannot use up its limit', async () => {
  const limits = createRateLimits(null);
  const tries = async (networks: string[]) => {
    let allowed = 0;
    for (const network of networks) if ((await limits.use({ 'register:address': network })) === 0) allowed += 1;
    return allowed;
  };
  const of = (third: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `2001:db8:${third}:${(from + index).toString(16)}::/64`);
  // 20 for a /64, 80 for a /56, 320 for a /48.
  expect(await tries([...of('1', 256), ...of('1', 256)])).toBe(80);
  expect(await tries(Array.from({ length: 400 }, () => of('1', 1, 0x200)).flat())).toBe(20);
  expect(await tries(of('1', 4, 0x100))).toBe(4);
  expect(await tries(of('2', 4096).filter((_, index) => index % 8 === 0))).toBe(320);
  expect(await tries(of('3', 1))).toBe(1);
});

test('a network that is refused as a whole takes no attempts from other visitors, however many addresses it has', async () => {
  const limits = createRateLimits(null);
  const use = (network: string) => limits.use({ 'register:address': network });
  // More addresses than are counted at the same time.
  for (let subnet = 0; subnet < 30_000; subnet += 1) await use(`2001:db8:9:${subnet.toString(16)}::/64`);
  let allowed = 0;
  for (let time = 0; time < 30; time += 1) if ((await use('192.0.2.7')) === 0) allowed += 1;
  expect(allowed).toBe(20);
});
