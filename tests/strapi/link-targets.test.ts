/** The panel's dialog for a link finds published texts of the site, by title or address, as visitors of a language see them. */
import { expect, test } from 'vitest';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';

let strapi: SharedStrapi;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  strapi = shared;
  await strapi.seedAgain();
}, 400_000);

async function find(words: string, locale: string): Promise<string[]> {
  const answer = await strapi.admin.gate<{ targets: { name: string; address: string }[] }>(
    `link-targets?${new URLSearchParams({ words, locale })}`,
  );
  return answer.targets.map(({ name, address }) => `${name} ${address}`);
}

test.each([
  ['FOREX', 'en', 'Forex /forex'],
  // Found by its English title, named and linked as Spanish visitors read it.
  ['spread of zero', 'es', 'Un spread de cero no es un costo de cero /education/spread-y-comision'],
  ['/es/forex', 'es', 'Divisas /forex'],
  ['eurusd', 'it', 'EURUSD /cfd-asset-list/eurusd'],
  ['privacy', 'en', 'Privacy policy /privacy-policy'],
  ['home', 'en', 'Home /'],
])('%s finds what visitors of that language see', async (words, locale, target) => {
  expect(await find(words, locale)).toContain(target);
});

test('one sign, and what no visitor sees, finds nothing', async () => {
  expect(await find('/', 'en')).toEqual([]);
  expect(await find('%%', 'en')).toEqual([]);
  const draft = await strapi.admin.draft('education-article', 'spreads-and-commission', 'es');
  await strapi.admin.publish('education-article', draft.documentId, { ...draft, takenDown: true }, 'es');
  const isArticle = (found: string) => found.includes('/education/');
  expect((await find('spread-y-comision', 'es')).filter(isArticle)).toEqual([]);
  await strapi.admin.unpublish('education-article', draft.documentId, 'es');
  // Then Spanish visitors get the English text.
  expect((await find('of zero', 'es')).filter(isArticle)).toEqual([
    'A spread of zero is not a cost of zero /education/spreads-and-commission',
  ]);
});
