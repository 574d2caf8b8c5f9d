/** Byte budgets of every kind of page (`tools/bench/page-weight.ts`). */
import { expect, inject, test } from 'vitest';
import { checkBudgets } from '../../tools/bench/page-weight.ts';

test('every kind of page keeps its byte budgets in every language, without a request to another site', async () => {
  const { findings, kinds } = await checkBudgets(inject('siteUrl'));
  expect(findings).toEqual([]);
  expect(kinds.map(({ kind }) => kind)).toContain('home');
});
