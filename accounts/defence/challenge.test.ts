import { afterEach, expect, test, vi } from 'vitest';
import { createChallenge } from './challenge.ts';
import { createLimiter } from './rate-limits.ts';

afterEach(() => void vi.useRealTimers());

function challengeAfter(points: number) {
  const onAttack = vi.fn<() => void>();
  return {
    onAttack,
    challenge: createChallenge({
      secret: 's'.repeat(32),
      failures: createLimiter('failures', points, 600, null),
      answers: createLimiter('answers', 1, 600, null),
      onAttack,
    }),
  };
}

test('many failures count as an attack, which is logged once and ends some time after the last failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { challenge, onAttack } = challengeAfter(5);
  for (let failure = 0; failure < 5; failure += 1) await challenge.noteFailure();
  expect(challenge.underAttack()).toBe(false);
  for (let failure = 0; failure < 3; failure += 1) await challenge.noteFailure();
  expect([challenge.underAttack(), onAttack.mock.calls.length]).toEqual([true, 1]);
  vi.setSystemTime(Date.now() + 601_000);
  expect(challenge.underAttack()).toBe(false);
});

test('an attack under a clock a day ahead is over when the clock is right', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now();
  vi.setSystemTime(now + 24 * 60 * 60_000);
  const { challenge } = challengeAfter(1);
  for (let failure = 0; failure < 3; failure += 1) await challenge.noteFailure();
  expect(challenge.underAttack()).toBe(true);
  vi.setSystemTime(now);
  expect(challenge.underAttack()).toBe(false);
});

test('a question accepts one correct answer in time, and only if this site asked the question', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { challenge } = challengeAfter(1);
  const ask = () => {
    const {
      token,
      summands: [one, other],
    } = challenge.newQuestion();
    return { token, right: String(one + other), wrong: String(one + other + 1) };
  };
  const question = ask();
  expect([
    await challenge.checkAnswer(question.token, ` ${question.right} `),
    await challenge.checkAnswer(question.token, question.right),
  ]).toEqual([true, false]);
  const guessed = ask();
  expect([
    await challenge.checkAnswer(guessed.token, guessed.wrong),
    await challenge.checkAnswer(guessed.token, guessed.right),
  ]).toEqual([false, false]);
  const late = ask();
  vi.setSystemTime(Date.now() + 601_000);
  expect(await challenge.checkAnswer(late.token, late.right)).toBe(false);
  const [id = '', time = '', signature = ''] = ask().token.split('.');
  for (const forged of [
    `${id}.${time}.${'A'.repeat(22)}`,
    `${id}.zzzzzzzz.${signature}`,
    '',
    '...',
    'x'.repeat(100_000),
  ])
    expect(await challenge.checkAnswer(forged, '10')).toBe(false);
});
