/** What an editor is told: links that lead nowhere, equal positions, names of fields, values that cannot be. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { withStrapi } from './shared-strapi.ts';
import { type StrapiEditor, type StrapiEntry, expectRefusal, sentBack } from './strapi-editor.ts';

let folder: string;
let site: RunningSite;
let editor: StrapiEditor;

withStrapi.beforeAll(async ({ strapi }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-told-'));
  await strapi.seedAgain();
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: strapi.sitePort });
  editor = strapi.admin;
}, 400_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

type Change = (draft: StrapiEntry) => Record<string, unknown>;

const withText: Change = ({ body }) => ({ body });
const addText =
  (field: string, text: string): Change =>
  (draft) => ({ [field]: `${String(draft[field])}\n\n${text}` });
/** Replaces the blocks of a page: old rows would have to be sent with their ids. */
const withBlocks =
  (...blocks: object[]): Change =>
  () => ({ blocks });

/** A type, the key of a document, a change of its draft, the field that is named, and the start of the sentence. */
const lost: [string, string, Change, string, string][] = [
  [
    'footer',
    'footer',
    () => ({ additionalLinks: [{ name: 'Careers', url: '/carers-typo' }] }),
    'additionalLinks.0.url',
    '“Careers” in ',
  ],
  [
    'footer-link',
    'company',
    () => ({ linkGroups: [{ name: 'Company', links: [{ name: 'Jobs', url: '/es/carers-typo?x=1#top' }] }] }),
    'linkGroups.0.links.0.url',
    '“Jobs” in Link groups, Links, Address: This link leads nowhere: no page, article or document answers at /es/carers-typo?x=1#top (in Spanish). Check the address',
  ],
  [
    'header-nav-item',
    'markets',
    () => ({
      content: [
        { __component: 'header.nav-column', name: 'Markets', links: [{ name: 'Forex', url: '/news/no-such' }] },
      ],
    }),
    'content.0.links.0.url',
    '“Forex” in Block 1 (Menu column), Links, Address',
  ],
  [
    'page',
    'faqs',
    withBlocks(
      { __component: 'blocks.rich-text', body: 'Text with `[code](/no-link)`.' },
      { __component: 'blocks.call-to-action', heading: 'Now', actions: [{ name: 'Open', url: 'register' }] },
    ),
    'blocks.1.actions.0.url',
    'Buttons, Address: “register” is no address',
  ],
  [
    'page',
    'faqs',
    withBlocks({
      __component: 'blocks.card-list',
      heading: 'Cards',
      cards: [{ title: 'Crypto', text: 'Text.', link: { name: 'Look', url: '/cryptos' } }],
    }),
    'blocks.0.cards.0.link.url',
    '“Look” in',
  ],
  ['page', 'faqs', withBlocks({ __component: 'blocks.rich-text', body: '[rel](forex)' }), 'blocks.0.body', 'forex'],
  ['news-article', 'gold-when-nothing-happens', addText('body', '[gold](/tags/goald "G")'), 'body', '“gold” in Text: '],
  [
    'education-article',
    'position-size-first',
    addText('body', '[![A chart](https://example.org/a.png)](/chartz)'),
    'body',
    '/chartz',
  ],
  ['faq', 'bonus-policy', addText('answer', '[the terms][1]\n\n[1]: /legal/terms'), 'answer', '/legal/terms'],
  ['glossary-term', 'margin', addText('definition', '<a class="x" href="/margins">m</a>'), 'definition', '/margins'],
];

const nothing = '2026-11-20';
/** Values that cannot be, as a script with an editor's rights sends them. */
const impossible: [string, string, Record<string, unknown>][] = [
  ['news-article', 'gold-when-nothing-happens', { publishedOn: '2026-13-45' }],
  ['news-article', 'gold-when-nothing-happens', { title: ['a', 1] }],
  ['news-article', 'gold-when-nothing-happens', { body: '# '.repeat(400) + '[x]('.repeat(400) }],
  ['job', 'compliance-officer-cape-town', { validThrough: 'tomorrow' }],
  ['account-type', 'prime', { position: 1e21 }],
  ['instrument', 'eurusd', { contractSize: -1 }],
  ['instrument', 'eurusd', { terms: [] }],
  ['trading-calendar', 'nyse', { zone: 'Europe/Nowhere' }],
  ['price-history', 'eurusd', { bars: `${nothing},1,1,1` }],
  ['page', 'about', { blocks: [{ __component: 'nobody.knows' }] }],
  ['page', 'about', { title: '\u0000' }],
  ['tag', 'gold', { name: '\u202e \u200b' }],
  ['glossary-term', 'margin', { definition: 'x'.repeat(300_000) }],
  ['footer', 'footer', { additionalLinks: [{ name: 'x', url: 'javascript:alert(1)' }] }],
  ['redirect', 'support', { to: '//example.org' }],
];

const publish = async (type: string, key: string, change: Change | Record<string, unknown>) => {
  const draft = await editor.draft(type, key);
  const fields = { ...sentBack(draft), ...(typeof change === 'function' ? change(draft) : change) };
  return editor.publish(type, draft.documentId, fields);
};

describe('links are checked when they are published', () => {
  test.each(lost)('%s %s: a link that leads nowhere is refused', async (type, key, change, field, sentence) => {
    const refusal = await expectRefusal(publish(type, key, change));
    expect([refusal.status, Object.keys(refusal.fields)]).toEqual([400, [field]]);
    expect(refusal.fields[field]).toContain(sentence);
  });

  test('and every address that the site has passes', async () => {
    const own = site.url.replace('localhost', '127.0.0.1');
    const links = [
      '/forex?from=text#costs',
      '/es/forex/',
      '/news-center/news?page=2',
      '/legal/terms-of-service',
      '/support',
      '/register',
      '/sitemap-en.xml',
      `${own}/crypto`,
      'https://example.org/nowhere',
      'mailto:a@b.example',
      '#here',
      '[[partner portal]]',
    ];
    const body = links.map((address) => `[x](${address})`).join(' ');
    const before = await editor.draft('news-article', 'gold-when-nothing-happens');
    await publish('news-article', 'gold-when-nothing-happens', {
      body: `${body} \`[x](/nowhere)\` ![x](/uploads/x)`,
    });
    const { documentId } = await publish('news-article', 'gold-when-nothing-happens', withText(before));
    expect(documentId).toBe(before.documentId);
  });
});

test('a position that another document of the list has is told', async () => {
  const [first, second] = site.replica.reader().list('header-nav-item', 'en');
  const taken = await expectRefusal(
    publish('header-nav-item', second?.id ?? '', { menuPosition: first?.menuPosition }),
  );
  expect(taken.fields.menuPosition).toMatch(
    /“.+” has the same “Position”, 1: write another number, for example \d+, or give that one another first\./,
  );
  expect((await expectRefusal(publish('account-type', 'prime', { position: 1 }))).fields.position).toContain('same');
  expect((await expectRefusal(publish('faq', 'bonus-policy', { position: 1 }))).fields.position).toContain('same');
});

test('messages name fields as the form does', async () => {
  const whole = await expectRefusal(publish('header-nav-item', 'markets', { menuPosition: 1.5 }));
  expect(whole.fields.menuPosition).toMatch(/^“Position” must be a whole number/);
  expect(whole.message).toContain('“Position” must be');
  const text = await expectRefusal(publish('header-nav-item', 'markets', { menuPosition: 'two' }));
  expect(text.fields.menuPosition).toBe('“Position” must be a number.');
  const link = await expectRefusal(
    publish('footer', 'footer', { additionalLinks: [{ name: 'x'.repeat(200), url: '/forex' }] }),
  );
  expect(link.fields['additionalLinks.0.name']).toMatch(/^“.+, Text” must be at most 160 characters/);
  const rule = await expectRefusal(editor.publish('redirect', null, { from: '/support', to: '/forex' }));
  expect(rule.fields.from).toBe('“From” must be unique');
});

test('“Duplicate” makes a copy at once, or names the fields of the form that hinder it', async () => {
  const tag = await editor.draft('tag', 'gold');
  const copy = await editor.duplicateFromList('tag', tag.documentId);
  expect([copy['name'], copy['key'], copy['slug']]).toEqual([tag['name'], 'gold-2', 'gold-2']);
  await editor.remove('tag', copy.documentId);
  const rule = await editor.draft('redirect', 'support');
  const refusal = await editor.duplicateFromList('redirect', rule.documentId).catch(String);
  expect(refusal).toContain('"prohibitedFields":[[["From"],"unique"]]');
});

test('a redirect is temporary unless somebody says otherwise', async () => {
  const rule = await editor.save('redirect', null, { from: '/of-the-default', to: '/forex' });
  expect(rule['permanent']).toBe(false);
  await editor.remove('redirect', rule.documentId);
});

test('values that cannot be are refused by name or become a problem by name, and no page fails', async () => {
  const ask = async (path: string) => (await fetch(`${site.url}${path}`, { redirect: 'manual' })).status;
  const outcomes: string[] = [];
  for (const [type, key, change] of impossible) {
    const [name = ''] = Object.keys(change);
    const draft = await editor.draft(type, key);
    const told = await expectRefusal(editor.publish(type, draft.documentId, { ...sentBack(draft), ...change })).catch(
      (error: unknown) => error as Error,
    );
    if (!(told instanceof Error))
      outcomes.push(
        told.status === 400 && (Object.keys(told.fields).some((field) => field.startsWith(name)) || told.message)
          ? 'refused'
          : `${type} ${name}: ${told.status} ${told.message}`,
      );
    else if (told.message === 'It was not refused.') {
      outcomes.push('published');
      await editor.publish(type, draft.documentId, sentBack(draft));
    } else outcomes.push(`${type} ${name}: ${told.message}`);
    for (const path of [
      '/',
      '/news-center',
      '/about',
      '/forex',
      '/careers',
      '/cfd-asset-list/eurusd',
      '/search?q=gold',
    ])
      expect([type, name, path, (await ask(path)) < 500]).toEqual([type, name, path, true]);
  }
  expect(outcomes.filter((outcome) => outcome !== 'refused' && outcome !== 'published')).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(6);
});
