import { expect, test } from 'vitest';
import { ConsentLimits } from './consent-limits.ts';

const minute = 60_000;

test('one address may send thirty proofs a minute and two thousand a day, and does not reduce the limit of others', () => {
  const limits = new ConsentLimits();
  let accepted = 0;
  const reached = new Set<string | null>();
  for (let at = 0; at < 24 * 60 * minute; at += minute / 60) {
    const limit = limits.reached('192.0.2.1', at);
    reached.add(limit);
    if (limit === null) accepted += 1;
  }
  expect(accepted).toBe(2000);
  expect(reached).toEqual(new Set([null, 'minute', 'day']));
  expect(limits.reached('192.0.2.2', 0)).toBeNull();
  expect(limits.reached('192.0.2.1', 24 * 60 * minute)).toBeNull();
});

test('all addresses together may send twenty thousand an hour, and the next hour begins again', () => {
  const limits = new ConsentLimits();
  const accepted = Array.from({ length: 25_000 }, (_, index) => limits.reached(`2001:db8:${index}::/64`, 0)).filter(
    (limit) => limit === null,
  );
  expect(accepted).toHaveLength(20_000);
  expect(limits.reached('192.0.2.3', 60 * minute)).toBeNull();
});
