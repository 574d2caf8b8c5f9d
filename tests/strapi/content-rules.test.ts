/** What the panel says of a text before it is published, by the same rules as a publication; and the rules that compliance keeps in Strapi. */
import { expect, test } from 'vitest';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import { locales } from '../../content/locales.ts';
import { exhaustive } from '../sampled.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { type StrapiEditor, type StrapiEntry, expectRefusal, refused } from './strapi-editor.ts';

let admin: StrapiEditor;
let editor: StrapiEditor;
let strapi: SharedStrapi;
withStrapi.beforeAll(async ({ strapi: shared }) => {
  strapi = shared;
  await strapi.seedAgain();
  admin = strapi.admin;
  editor = await admin.colleague('words', ['Editor, English']);
}, 400_000);

type Block = Record<string, unknown> & { __component: string };

/** Changes the first block of a kind. @returns the values of the form, and the path of the block. */
function withBlock(draft: StrapiEntry, kind: string, change: Record<string, unknown>) {
  const blocks = draft['blocks'] as Block[];
  const at = blocks.findIndex(({ __component }) => __component === `blocks.${kind}`);
  if (at < 0) throw new Error(`There is no ${kind}.`);
  return {
    values: { ...draft, blocks: blocks.map((block, index) => (index === at ? { ...block, ...change } : block)) },
    at: `blocks.${at}`,
  };
}

interface Case {
  name: string;
  key: string;
  locale?: string;
  change: (draft: StrapiEntry) => { values: Record<string, unknown>; at: string };
  is: 'refused' | 'warned';
  field: string;
  says: string;
}

const noFile = { alternativeText: null };
const cases: Case[] = [
  {
    name: 'a risk notice in words of the editor’s own',
    key: 'forex',
    change: (draft) => withBlock(draft, 'risk-notice', { text: 'Trading has its ups and its downs, as we all know.' }),
    is: 'refused',
    field: '.text',
    says: 'none of the approved sentences. Write one of them into it, word for word: “CFDs are',
  },
  {
    name: 'no risk notice',
    key: 'forex',
    change: (draft) => ({
      values: {
        ...draft,
        blocks: (draft['blocks'] as Block[]).filter(({ __component }) => __component !== 'blocks.risk-notice'),
      },
      at: 'blocks',
    }),
    is: 'refused',
    field: '',
    says: 'must carry a risk notice',
  },
  {
    name: 'a claim',
    key: 'forex',
    locale: 'es',
    change: (draft) => withBlock(draft, 'hero', { heading: 'Ganancias garantizadas cada mes' }),
    is: 'refused',
    field: '.heading',
    says: '“garantizadas” in Block 1 (Page opening), Main heading: Nothing in trading is guaranteed; say',
  },
  {
    name: 'an empty word',
    key: 'forex',
    locale: 'it',
    change: (draft) => withBlock(draft, 'hero', { heading: 'Sblocchi il Suo potenziale oggi' }),
    is: 'warned',
    field: '.heading',
    says: 'The word adds no meaning',
  },
  {
    name: 'a figure that an instrument has',
    key: 'forex',
    change: (draft) => withBlock(draft, 'hero', { text: 'EURUSD has an average spread of 0.6 pips.' }),
    is: 'warned',
    field: '.text',
    says: 'repeats a figure of the instruments: write {{EURUSD.spread.…}}',
  },
  {
    name: 'a figure that contradicts an instrument',
    key: 'forex',
    change: (draft) => withBlock(draft, 'hero', { text: 'All 267 instruments are CFDs.' }),
    is: 'warned',
    field: '.text',
    says: 'is wrong, there are 268: write {{count}}',
  },
  {
    name: 'a link that leads nowhere',
    key: 'forex',
    change: (draft) => withBlock(draft, 'hero', { text: 'See [the bonds](/bonds).' }),
    is: 'refused',
    field: '.text',
    says: '“the bonds” in Block 1 (Page opening), Text: This link leads nowhere',
  },
  {
    name: 'a link that only a redirect answers',
    key: 'forex',
    change: (draft) => withBlock(draft, 'hero', { text: 'See [currencies](/fx).' }),
    is: 'warned',
    field: '.text',
    says: 'only a redirect answers at /fx',
  },
  {
    name: 'a picture without a description',
    key: 'cfd-trading',
    change: (draft) => withBlock(draft, 'rich-text', { body: 'A drawing: ![](/uploads/drawing.svg)' }),
    is: 'warned',
    field: '.body',
    says: 'has no description',
  },
  {
    name: 'search texts that are missing',
    key: 'forex',
    change: (draft) => ({ values: { ...draft, seo: { ...(draft['seo'] as object), title: '' } }, at: 'seo' }),
    is: 'warned',
    field: '.title',
    says: 'search results show the default one: write 25 to 60 characters',
  },
  {
    name: 'a search title that is too long',
    key: 'forex',
    change: (draft) => ({
      values: { ...draft, seo: { ...(draft['seo'] as object), title: 'Forex '.repeat(12) } },
      at: 'seo',
    }),
    is: 'refused',
    field: '.title',
    says: '60 are the most that search results show',
  },
  {
    name: 'a field of the schema that is empty',
    key: 'forex',
    change: (draft) => withBlock(draft, 'hero', { heading: '' }),
    is: 'refused',
    field: '.heading',
    says: '“Block 1 (Page opening), Main heading” is empty: fill it in.',
  },
];

test.each(cases)(
  'the panel tells before the publication: $name',
  async ({ key, locale = 'en', change, is, field, says }) => {
    const draft = await admin.draft('page', key, locale);
    const { values, at } = change(draft);
    const answer = await admin.askRules('page', draft.documentId, values, locale);
    expect(answer[is]).toContainEqual({ path: expect.anything(), message: expect.stringContaining(says) });
    const problem = answer[is].find(({ message }) => message.includes(says));
    expect(problem?.path.join('.')).toBe(`${at}${field}`);
    // What the form has is not saved.
    expect(await admin.draft('page', key, locale)).toEqual(draft);
  },
);

test('pictures are described by their field or by their file, and by no file name', async () => {
  const draft = await admin.draft('page', 'home');
  const seo = draft['seo'] as Record<string, unknown>;
  const picture = { id: 1, name: 'share.png', mime: 'image/png', ...noFile };
  const told = async (image: object, imageAlt: string) =>
    (await admin.askRules('page', draft.documentId, { ...draft, seo: { ...seo, image, imageAlt } })).warned.flatMap(
      ({ path, message }) => (path.join('.') === 'seo.imageAlt' ? [message] : []),
    );
  expect(await told(picture, '')).toEqual([
    expect.stringContaining('has no description: write what “share.png” shows'),
  ]);
  expect(await told(picture, 'share.png')).toEqual([expect.stringContaining('a file name, “share.png”')]);
  for (const [image, imageAlt] of [
    [picture, 'A chart of the year'],
    [picture, '-'],
    [{ ...picture, alternativeText: 'A chart' }, ''],
    [{ ...picture, mime: 'video/mp4' }, ''],
  ] as const)
    expect(await told(image, imageAlt)).toEqual([]);
});

test('a translation that is older than its English text is told, until it is saved', async () => {
  const told = async () => {
    const spanish = await admin.draft('news-article', 'gold-when-nothing-happens', 'es');
    const { warned } = await admin.askRules('news-article', spanish.documentId, spanish, 'es');
    return warned.filter(({ message }) => message.includes('after this one'));
  };
  expect(await told()).toEqual([]);
  const english = await admin.draft('news-article', 'gold-when-nothing-happens');
  await admin.publish('news-article', english.documentId, { ...english, title: 'Gold when nothing at all happens' });
  expect(await told()).toEqual([{ path: [], message: expect.stringContaining('The English text was changed on') }]);
  const spanish = await admin.draft('news-article', 'gold-when-nothing-happens', 'es');
  await admin.save('news-article', spanish.documentId, spanish, 'es');
  expect(await told()).toEqual([]);
  await admin.publish('news-article', english.documentId, english);
});

test('a link to a text that is taken down is told: visitors do not see it', async () => {
  const forex = await admin.draft('page', 'forex');
  const article = await admin.draft('news-article', 'gold-when-nothing-happens');
  const { values } = withBlock(forex, 'hero', { text: `See [gold](/news/${String(article['slug'])}).` });
  const told = async () =>
    (await admin.askRules('page', forex.documentId, values)).warned.map(({ message }) => message).join();
  expect(await told()).not.toContain('taken down');
  await admin.publish('news-article', article.documentId, { ...article, takenDown: true });
  expect(await told()).toContain('is taken down, so visitors do not see this link until it is back');
  await admin.publish('news-article', article.documentId, { ...article, takenDown: false });
});

test('a publication refuses what the panel calls refused, and no warning', async () => {
  const draft = await admin.draft('page', 'forex');
  const claim = withBlock(draft, 'hero', { heading: 'The best spreads, and a journey' }).values;
  const answer = await admin.askRules('page', draft.documentId, claim);
  expect(answer.refused).toHaveLength(1);
  expect(answer.warned).toHaveLength(1);
  const { fields } = await expectRefusal(admin.publish('page', draft.documentId, claim));
  expect(Object.entries(fields)).toEqual(answer.refused.map(({ path, message }) => [path.join('.'), message]));
  const journey = withBlock(draft, 'hero', { heading: 'Spreads, and a journey' }).values;
  await admin.publish('page', draft.documentId, journey);
  // From the list, too: the draft is what counts.
  await admin.save('page', draft.documentId, claim);
  expect((await expectRefusal(admin.publishAll('page', [draft.documentId], ['en']))).message).toContain('“best”');
  await admin.publish('page', draft.documentId, draft);
});

test('compliance changes the rules, and the next publication keeps to them', async () => {
  const rules = await admin.draft('content-rule-set', 'content-rule-set');
  const term = await admin.draft('page', 'glossary');
  const { values } = withBlock(term, 'hero', { heading: 'Words of trading, for moonshots' });
  await admin.publish('page', term.documentId, values);
  const banned = rules['bannedWords'] as object[];
  const more = { words: 'moonshot*', refused: true, reason: 'Say how far a price may fall, too.' };
  await admin.save('content-rule-set', null, { ...rules, bannedWords: [...banned, more] });
  // A draft of the rules counts for nobody.
  await admin.publish('page', term.documentId, values);
  await admin.publish('content-rule-set', null);
  expect((await expectRefusal(admin.publish('page', term.documentId, values))).message).toContain(
    '“moonshots” in Block 1 (Page opening), Main heading: Say how far a price may fall, too.',
  );
  const tooShort = { ...rules, riskSentences: 'Be careful.' };
  expect((await expectRefusal(admin.publish('content-rule-set', null, tooShort))).fields['riskSentences']).toContain(
    '“Be careful.” is no sentence of risk',
  );
  const empty = { ...rules, bannedWords: [{ words: 'good, *', refused: true, reason: 'It matches everything.' }] };
  expect((await expectRefusal(admin.publish('content-rule-set', null, empty))).fields['bannedWords.0.words']).toContain(
    '“*” has no word',
  );
  await admin.publish('content-rule-set', null, rules);
  await admin.publish('page', term.documentId, term);
});

test('an editor reads the rules, and neither changes them nor asks about a text that is not theirs to read', async () => {
  const rules = await editor.draft('content-rule-set', 'content-rule-set');
  expect(rules['riskSentences']).toContain('You can lose everything you deposit.');
  for (const action of [
    () => editor.save('content-rule-set', null, rules),
    () => editor.publish('content-rule-set', null, rules),
  ])
    expect(await refused(action())).toContain('403');
  const forex = await editor.draft('page', 'forex');
  expect((await editor.askRules('page', forex.documentId, forex)).refused).toEqual([]);
  await admin.role('Without texts', ['plugin::upload.read']);
  const outsider = await admin.colleague('outsider', ['Without texts']);
  expect(await refused(outsider.askRules('page', forex.documentId, forex))).toContain('403');
  expect(await refused(editor.askRules('no-such-type', null, {}))).toContain('400');
  // Nor does anybody without a session.
  expect((await fetch(`${strapi.url}/api/content-rule-set`)).status).toBe(403);
  expect((await fetch(`${strapi.url}/content-rules/check`, { method: 'POST' })).status).toBe(401);
});

test('every document of the demonstration keeps to the rules', exhaustive, async () => {
  const found: string[] = [];
  for (const { type, localized } of strapiTypes) {
    if (['instrument', 'price-history'].includes(type)) continue;
    const name = type === 'footer-links' ? 'footer-link' : type;
    for (const locale of localized ? locales : ['en'])
      for (const draft of await admin.drafts(name, locale)) {
        const { refused: told } = await admin.askRules(name, draft.documentId, draft, locale);
        found.push(...told.map(({ path, message }) => `${name} ${locale} ${path.join('.')}: ${message}`));
      }
  }
  expect(found).toEqual([]);
});
