/**
 * Chooses a sample of many similar cases for `npm test`. The other cases get the tag `exhaustive`, and only `npm run test:exhaustive` runs them. The
 * same cases give the same sample.
 */
import { createHash } from 'node:crypto';
import { type TestOptions, describe, test } from 'vitest';

export interface Sample<Case> {
  chosen: Case[];
  others: Case[];
}

type Combination<Values extends Record<string, readonly unknown[]>> = {
  [Name in keyof Values]: Values[Name][number];
};

/** True for `npm run test:exhaustive`. Only loops inside a test use it; all else uses the tag. */
export const isExhaustive = process.env['TEST_SCOPE'] === 'exhaustive';

/** Tags a test, or a `describe`, that only `npm run test:exhaustive` runs. */
export const exhaustive: TestOptions = { tags: ['exhaustive'] };

/** Chooses a small set of combinations in which every pair of values of different names occurs. */
export function pairwise<Values extends Record<string, readonly unknown[]>>(
  values: Values,
): Sample<Combination<Values>> {
  const names = Object.keys(values);
  const listPairs = (combination: Record<string, unknown>) =>
    names.flatMap((one, index) =>
      names.slice(index + 1).map((other) => JSON.stringify([one, combination[one], other, combination[other]])),
    );
  let others = names.reduce<Record<string, unknown>[]>(
    (all, name) => all.flatMap((so) => (values[name] ?? []).map((value) => ({ ...so, [name]: value }))),
    [{}],
  );
  const missing = new Set(others.flatMap(listPairs));
  const chosen: typeof others = [];
  const gain = (combination: Record<string, unknown>) =>
    listPairs(combination).filter((pair) => missing.has(pair)).length;
  while (missing.size > 0) {
    const best = others.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best);
    others = others.filter((combination) => combination !== best);
    for (const pair of listPairs(best)) missing.delete(pair);
  }
  return { chosen, others } as Sample<Combination<Values>>;
}

/** Chooses one of several variants by the hash of the content under test, so that a change of the content may try another variant. */
export function byHash<Variant>(variants: readonly Variant[], text: string): Variant {
  const place = createHash('sha256').update(text).digest().readUInt32BE() % variants.length;
  return variants[place] as Variant;
}

/** Splits cases into those that `npm test` tries and the others. */
export function sample<Case>(cases: readonly Case[], isChosen: (one: Case, index: number) => boolean): Sample<Case> {
  return {
    chosen: cases.filter(isChosen),
    others: cases.filter((one, index) => !isChosen(one, index)),
  };
}

/** Runs each of several tests in one variant: the n-th test in the n-th variant, and so on in turn. */
export function inTurn<Variant>(variants: readonly Variant[], variant: Variant, index: number): TestOptions {
  return variants.indexOf(variant) === index % variants.length ? {} : exhaustive;
}

/** Like `test.for`: the cases outside of the sample have the tag. */
export function testSample<Case>(
  { chosen, others }: Sample<Case>,
  name: string,
  run: (one: Case) => void | Promise<void>,
  options: TestOptions = {},
): void {
  /* oxlint-disable vitest/expect-expect, vitest/valid-title -- who calls this has both */
  test.for(chosen)(name, options, run);
  test.for(others)(name, { ...options, ...exhaustive }, run);
}

/** Like `describe.for`, for a sample. */
export function describeSample<Case>(
  { chosen, others }: Sample<Case>,
  name: string,
  declare: (one: Case) => void,
): void {
  /* oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- who calls this has both */
  describe.for(chosen)(name, declare);
  describe.for(others)(name, exhaustive, declare);
}
