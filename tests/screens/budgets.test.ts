/** Byte budgets of every kind of page (`tools/bench/page-weight.ts`). */
import { expect, inject } from 'vitest';
import { locales } from '../../content/locales.ts';
import { checkBudgets } from '../../tools/bench/page-weight.ts';
import { sample, testSample } from '../sampled.ts';

testSample(
  sample(locales, (locale) => locale === 'es'),
  'every kind of page keeps its byte budgets, without a request to another site: %s',
  async (locale) => {
    const { findings, heaviest } = await checkBudgets(inject('siteUrl'), [locale]);
    expect(findings).toEqual([]);
    expect([...heaviest.keys()]).toContain('home');
  },
);
