import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { readInstruments } from '../feed/instrument-file.ts';
import { projectRoot } from '../../tools/project-root.ts';
import type { Snapshot, WireDocument } from '../wire-document.ts';
import { locales } from '../locales.ts';
import type { LinkTarget } from './reader.ts';
import { type Replica, openReplica } from './replica.ts';
import { addressTag, documentTag, linksTag, listTag, slugTag } from './tags.ts';

const updatedAt = '2026-11-01T10:00:00Z';
const tag = (id: string, locale: 'en' | 'es' | 'it' = 'en', more: object = {}): WireDocument => ({
  type: 'tag',
  locale,
  source: 'test',
  wire: { id, updatedAt, name: id.toUpperCase(), description: 'About it.', ...more },
});
const news = (id: string, publishedOn: string, locale: 'en' | 'es' = 'en', more: object = {}): WireDocument => ({
  type: 'news-article',
  locale,
  source: 'test',
  wire: {
    id,
    updatedAt,
    title: id,
    summary: 'S',
    publishedOn,
    category: 'notes',
    tags: ['gold'],
    body: `Text of ${id}`,
    ...more,
  },
});
const page = (blocks: unknown[]): WireDocument => ({
  type: 'page',
  locale: 'en',
  source: 'test',
  wire: { id: 'forex', updatedAt, title: 'Forex', seo: { title: 'T', description: 'D' }, blocks },
});
const hero = { __component: 'blocks.hero', heading: 'A headline' };
const snapshot = (...documents: WireDocument[]): Snapshot => ({ documents, media: [] });

let alarms: Alarm[];
let replica: Replica;
beforeEach(() => {
  alarms = [];
  replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
});
afterEach(() => replica.close());

/** An instrument of the demonstration, on another calendar. */
const instrument = (calendar: string): WireDocument => {
  const [row] = readInstruments(readFileSync(join(projectRoot, 'demo/instruments.csv'), 'utf8')).rows;
  return { type: 'instrument', locale: 'en', source: 'test', wire: { ...row?.wire, calendar } };
};
const calendar = (id: string): WireDocument => ({
  type: 'trading-calendar',
  locale: 'en',
  source: 'test',
  wire: { id, updatedAt, name: id, trades: 'All', translations: [], zone: 'UTC', sessions: 'Mon-Fri 09:00-17:00' },
});

test('an instrument whose calendar does not exist raises an alarm, also when its calendar goes', () => {
  const raised = () => alarms.filter(({ kind }) => kind === 'missing-calendar').map(({ subject }) => subject);
  replica.apply(snapshot(instrument('forex'), calendar('forex')));
  expect(raised()).toEqual([]);
  replica.change({ documents: [instrument('fx')], removed: [], media: [] });
  expect(raised()).toEqual(['trading-calendar/fx']);
  replica.change({ documents: [instrument('forex')], removed: [], media: [] });
  expect(raised()).toHaveLength(1);
  replica.change({ documents: [], removed: [{ type: 'trading-calendar', id: 'forex', locale: 'en' }], media: [] });
  expect(raised()).toEqual(['trading-calendar/fx', 'trading-calendar/forex']);
});

describe('reading', () => {
  test('a missing translation falls back to English, by id, slug and in lists', () => {
    replica.apply(snapshot(tag('gold'), tag('gold', 'es', { slug: 'oro' }), tag('oil')));
    const read = replica.reader();
    expect(read.get('tag', 'oil', 'es')?.locale).toBe('en');
    expect(read.get('tag', 'none', 'es')).toBeNull();
    expect(read.bySlug('tag', 'oro', 'es')).toMatchObject({ moved: false, document: { id: 'gold', locale: 'es' } });
    expect(read.bySlug('tag', 'gold', 'es')).toMatchObject({ moved: true, document: { slug: 'oro' } });
    expect(read.bySlug('tag', 'oro', 'en')).toBeNull();
    expect(read.list('tag', 'es').map((document) => [document.id, document.locale])).toEqual([
      ['gold', 'es'],
      ['oil', 'en'],
    ]);
    expect(read.addresses('tag', 'gold')).toEqual({ en: 'gold', es: 'oro' });
    expect(alarms.filter((alarm) => alarm.kind === 'missing-translation').map((alarm) => alarm.subject)).toEqual([
      'tag/gold',
      'tag/oil',
    ]);
  });

  test('a value from many documents is cached until one of them changes, and carries their tags', () => {
    replica.apply(snapshot(tag('gold'), tag('oil'), news('a', '2026-11-01')));
    let calls = 0;
    const names = () => {
      const read = replica.reader();
      const value = read.computed('names en', (all) => {
        calls += 1;
        return all.list('tag', 'en').map(({ name }) => name);
      });
      return { value, tags: [...read.tags] };
    };
    const change = (...documents: WireDocument[]) => replica.change({ documents, removed: [], media: [] });
    const first = names();
    expect(first.tags).toEqual(
      expect.arrayContaining([listTag('tag', 'en'), documentTag('tag', 'gold', 'en'), documentTag('tag', 'oil', 'en')]),
    );
    change(news('a', '2026-11-02'));
    expect([names(), calls]).toEqual([first, 1]);
    change(tag('oil', 'en', { name: 'Crude' }));
    expect([names().value, calls]).toEqual([['Crude', 'GOLD'], 2]);
    change(tag('rates'));
    expect([names().value, calls]).toEqual([['Crude', 'GOLD', 'RATES'], 3]);
    replica.change({ documents: [], removed: [{ type: 'tag', id: 'gold', locale: 'en' }], media: [] });
    expect([names().value, calls]).toEqual([['Crude', 'RATES'], 4]);
  });

  test('lists are sorted by date, newest first, filtered by relation, and limited in length', () => {
    replica.apply(
      snapshot(news('a', '2026-11-01'), news('b', '2026-11-03', 'en', { tags: [] }), news('c', '2026-11-02')),
    );
    const read = replica.reader();
    expect(read.list('news-article', 'en').map((article) => article.id)).toEqual(['b', 'c', 'a']);
    expect(
      read.list('news-article', 'en', { relation: ['tag', 'gold'], limit: 1, offset: 1 }).map((article) => article.id),
    ).toEqual(['a']);
    expect(read.count('news-article', 'it', { relation: ['category', 'notes'] })).toBe(3);
  });
});

describe('a document that is taken down in one language', () => {
  const down = { takenDown: true };

  test('is missing in that language, even as an English fallback, and stays in the others', () => {
    replica.apply(
      snapshot(
        tag('gold'),
        tag('gold', 'es', { slug: 'oro', ...down }),
        tag('oil'),
        tag('oil', 'es', { slug: 'petroleo' }),
      ),
    );
    const read = replica.reader();
    expect(read.get('tag', 'gold', 'es')).toBeNull();
    expect(read.bySlug('tag', 'oro', 'es')).toBeNull();
    expect(read.bySlug('tag', 'gold', 'es')).toBeNull();
    expect(read.list('tag', 'es').map(({ id }) => id)).toEqual(['oil']);
    expect(read.count('tag', 'es')).toBe(1);
    expect(read.addresses('tag', 'gold')).toEqual({ en: 'gold', es: null });
    expect(replica.live({ type: 'tag', id: 'gold', locale: 'es' })).toBeNull();
    for (const locale of ['en', 'it'] as const) expect(read.get('tag', 'gold', locale)?.locale).toBe('en');
    // The alarm of missing translations counts it as a translation: it was taken down on purpose.
    expect(alarms.filter(({ kind }) => kind === 'missing-translation').map(({ message }) => message)).toEqual([
      'exists only in en,es',
      'exists only in en,es',
    ]);
  });

  test('leaves the sitemap of that language, and comes back to it', () => {
    const listed = () => replica.sitemapDocuments(0).map(({ id, locale }) => `${id}.${locale}`);
    const parts = () => replica.sitemapParts().map(({ locale, part, latest }) => `${locale} ${part} ${latest}`);
    replica.apply(snapshot(news('a', '2026-11-01'), news('b', '2026-11-02'), news('b', '2026-11-02', 'es', down)));
    expect([listed(), parts()]).toEqual([['a.en', 'b.en'], ['en 0 2026-11-01T10:00:00.000Z']]);
    replica.change({ documents: [news('b', '2026-11-02', 'es')], removed: [], media: [] });
    expect([listed(), parts()]).toEqual([
      ['a.en', 'b.en', 'b.es'],
      ['en 0 2026-11-01T10:00:00.000Z', 'es 0 2026-11-01T10:00:00.000Z'],
    ]);
    replica.change({ documents: [], removed: [{ type: 'news-article', id: 'b', locale: 'es' }], media: [] });
    expect(parts()).toEqual(['en 0 2026-11-01T10:00:00.000Z']);
  });

  test('in English, disappears wherever English was the fallback', () => {
    replica.apply(snapshot(tag('gold', 'en', down), tag('gold', 'es', { slug: 'oro' })));
    const read = replica.reader();
    expect([
      read.get('tag', 'gold', 'en'),
      read.get('tag', 'gold', 'it'),
      read.get('tag', 'gold', 'es')?.locale,
    ]).toEqual([null, null, 'es']);
    expect(read.list('tag', 'it')).toEqual([]);
  });

  test('is removed even if it has other faults, and comes back in parts if it has only parts', () => {
    const broken = { component: 'blocks.hero' };
    replica.apply(snapshot(page([hero])));
    replica.apply(snapshot({ ...page([]), wire: { id: 'forex', updatedAt, title: null, ...down } }));
    expect(replica.reader().get('page', 'forex', 'en')).toBeNull();
    replica.apply(snapshot(page([hero, { __component: 'blocks.stats', items: [broken] }])));
    expect(replica.reader().get('page', 'forex', 'en')?.blocks).toHaveLength(1);
  });

  test('frees its slug for another document', () => {
    replica.apply(snapshot(tag('gold', 'en', { slug: 'metal', ...down }), tag('silver', 'en', { slug: 'metal' })));
    expect(replica.reader().bySlug('tag', 'metal', 'en')).toMatchObject({ moved: false, document: { id: 'silver' } });
  });

  test('announces the change to its lists, its address, and the links to it', () => {
    const other = [news('b', '2026-11-02'), tag('gold')];
    replica.apply(snapshot(news('a', '2026-11-01'), ...other));
    const tagsOfRemoval = replica.apply(snapshot(news('a', '2026-11-01', 'en', down), ...other));
    const tags = locales.flatMap((locale) => [
      listTag('news-article', locale),
      listTag('news-article', locale, ['tag', 'gold']),
      listTag('news-article', locale, ['category', 'notes']),
    ]);
    const expected = new Set([
      documentTag('news-article', 'a', 'en'),
      addressTag('news-article', 'a'),
      slugTag('news-article', 'a'),
      ...tags,
    ]);
    expect(tagsOfRemoval).toMatchObject({ written: 1, removed: 0, changed: expected });
    expect(replica.apply(snapshot(news('a', '2026-11-01'), ...other)).changed).toEqual(expected);
    // Taken down in Spanish, it leaves the Spanish lists, where the English text was.
    expect(
      replica.apply(snapshot(news('a', '2026-11-01'), news('a', '2026-11-01', 'es', down), ...other)).changed,
    ).toContain(listTag('news-article', 'es', ['tag', 'gold']));
    expect(
      replica
        .reader()
        .list('news-article', 'es', { relation: ['tag', 'gold'] })
        .map(({ id }) => id),
    ).toEqual(['b']);
  });
});

test('a link reports whether its target exists, and which tags announce a change', () => {
  replica.apply(snapshot(tag('gold'), tag('gold', 'es', { slug: 'oro' }), page([hero])));
  const read = replica.reader();
  const status = (target: LinkTarget) => read.linkStatus(target, 'es');
  const gold = addressTag('tag', 'gold');
  expect(status({ type: 'page', id: 'forex' })).toEqual({ works: true, tags: [linksTag('page', 'es')] });
  expect(status({ type: 'page', id: 'crypto' })).toEqual({ works: false, tags: [linksTag('page', 'es')] });
  for (const slug of ['oro', 'gold']) expect(status({ type: 'tag', slug })).toEqual({ works: true, tags: [gold] });
  expect(status({ type: 'tag', slug: 'oil' })).toEqual({ works: false, tags: [slugTag('tag', 'oil')] });
  expect([...read.tags]).toEqual([]);
  expect(
    replica.apply(snapshot(tag('gold'), tag('gold', 'es', { slug: 'oro' }), page([hero]), tag('oil'))).changed,
  ).toContain(slugTag('tag', 'oil'));
  expect(status({ type: 'tag', slug: 'oil' }).works).toBe(true);
  replica.apply(snapshot(tag('gold'), tag('gold', 'es', { slug: 'oro', takenDown: true }), page([hero]), tag('oil')));
  expect(status({ type: 'tag', slug: 'gold' })).toEqual({ works: false, tags: [slugTag('tag', 'gold'), gold] });
});

describe('the announced tags', () => {
  const before = () => replica.apply(snapshot(news('a', '2026-11-01'), news('b', '2026-11-02'), tag('gold')));

  test('are none when the same content arrives again', () => {
    before();
    expect(before()).toMatchObject({ written: 0, removed: 0, changed: new Set() });
  });

  test('are none when the same content arrives in another order, which is stored as the new fingerprint', () => {
    before();
    const turned = news('a', '2026-11-01');
    const again = snapshot(
      { ...turned, wire: Object.fromEntries(Object.entries(turned.wire as object).toReversed()) },
      news('b', '2026-11-02'),
      tag('gold'),
    );
    const { since } = replica.live({ type: 'news-article', id: 'a', locale: 'en' }) ?? {};
    expect(replica.apply(again)).toMatchObject({ written: 0, removed: 0, changed: new Set() });
    expect(replica.live({ type: 'news-article', id: 'a', locale: 'en' })?.since).toBe(since);
  });

  test('name only the document when its text changed', () => {
    before();
    const { changed } = replica.apply(
      snapshot(news('a', '2026-11-01', 'en', { body: 'New text' }), news('b', '2026-11-02'), tag('gold')),
    );
    expect([...changed]).toEqual([documentTag('news-article', 'a', 'en')]);
  });

  test('name the lists as well when its place in them changed', () => {
    before();
    const { changed } = replica.apply(snapshot(news('a', '2026-11-09'), news('b', '2026-11-02'), tag('gold')));
    for (const expected of [
      listTag('news-article', 'en'),
      listTag('news-article', 'es'),
      listTag('news-article', 'en', ['tag', 'gold']),
    ])
      expect(changed).toContain(expected);
    expect(changed).not.toContain(listTag('tag', 'en'));
  });

  test('are among the tags that a reader of the documents recorded', () => {
    before();
    const read = replica.reader();
    read.list('news-article', 'es', { relation: ['tag', 'gold'] });
    read.addresses('news-article', 'a');
    const added = replica.apply(
      snapshot(
        news('a', '2026-11-01'),
        news('b', '2026-11-02'),
        news('a', '2026-11-01', 'es', { slug: 'a-es' }),
        tag('gold'),
      ),
    ).changed;
    expect([...added].filter((changed) => read.tags.has(changed))).toEqual(
      expect.arrayContaining([documentTag('news-article', 'a', 'es'), addressTag('news-article', 'a')]),
    );
  });

  test('name the lists of a locale when a translation leaves and the English text takes its place, and not while the translation exists', () => {
    const untagged = news('a', '2026-11-01', 'es', { tags: [] });
    replica.apply(snapshot(news('a', '2026-11-01'), untagged, tag('gold')));
    const { changed: tagsOfRemoval } = replica.change({
      documents: [],
      media: [],
      removed: [{ type: 'news-article', id: 'a', locale: 'es' }],
    });
    expect(tagsOfRemoval).toContain(listTag('news-article', 'es', ['tag', 'gold']));
    replica.change({ documents: [untagged], media: [], removed: [] });
    const { changed } = replica.change({
      documents: [news('a', '2026-11-09', 'en', { tags: [] })],
      media: [],
      removed: [],
    });
    const inEnglish = locales.filter((locale) => locale !== 'es');
    expect(new Set([...changed].filter((name) => name.startsWith('list:')))).toEqual(
      new Set(
        inEnglish.flatMap((locale) => [
          listTag('news-article', locale),
          listTag('news-article', locale, ['category', 'notes']),
          listTag('news-article', locale, ['tag', 'gold']),
        ]),
      ),
    );
  });

  test('name only the lists of a relation when only that relation changed', () => {
    before();
    const { changed } = replica.apply(
      snapshot(news('a', '2026-11-01', 'en', { tags: ['gold', 'oil'] }), news('b', '2026-11-02'), tag('gold')),
    );
    expect([...changed].filter((name) => name.startsWith('list:') && name.includes(':en'))).toEqual([
      listTag('news-article', 'en', ['tag', 'oil']),
    ]);
  });

  test('name the lists and the address of a removed document', () => {
    before();
    const { changed, removed } = replica.apply(snapshot(news('b', '2026-11-02'), tag('gold')));
    expect(removed).toBe(1);
    for (const expected of [
      documentTag('news-article', 'a', 'en'),
      addressTag('news-article', 'a'),
      listTag('news-article', 'it', ['category', 'notes']),
    ])
      expect(changed).toContain(expected);
    expect(replica.reader().get('news-article', 'a', 'en')).toBeNull();
  });
});

test('a former slug leads to the document until another takes it', () => {
  replica.apply(snapshot(tag('gold')));
  replica.apply(snapshot(tag('gold', 'en', { slug: 'the-gold' })));
  expect(replica.reader().bySlug('tag', 'gold', 'en')).toMatchObject({ moved: true, document: { slug: 'the-gold' } });
  replica.apply(snapshot(tag('gold', 'en', { slug: 'the-gold' }), tag('other', 'en', { slug: 'gold' })));
  expect(replica.reader().bySlug('tag', 'gold', 'en')).toMatchObject({ moved: false, document: { id: 'other' } });
});

describe('faults of the content', () => {
  test('an unknown block raises an alarm and stays in its place', () => {
    replica.apply(snapshot(page([hero, { __component: 'blocks.hologram' }])));
    expect(
      replica
        .reader()
        .get('page', 'forex', 'en')
        ?.blocks.map((block) => block.component),
    ).toEqual(['blocks.hero', 'unknown']);
    expect(alarms).toContainEqual(expect.objectContaining({ kind: 'unknown-block', subject: 'page/forex.en (test)' }));
  });

  test.each([
    ['no seo', {}],
    ['null', { seo: null }],
    ['an empty text', { seo: '' }],
    ['nothing but empty fields', { seo: { title: null, description: ' ', keywords: '', image: null } }],
    ['an empty image', { seo: { title: '', description: null, keywords: [''], image: '' } }],
  ])('R33: a page with %s is stored from its first version on, with an alarm', (_name, given) => {
    const { seo: _seo, ...wire } = page([hero]).wire as Record<string, unknown>;
    replica.apply(snapshot({ ...page([]), wire: { ...wire, ...given } }));
    expect(replica.reader().get('page', 'forex', 'en')).toMatchObject({
      seo: { title: null, description: null, keywords: [], image: null },
      blocks: [{ component: 'blocks.hero' }],
    });
    expect(alarms.map(({ kind, subject, message }) => [kind, subject, message.split(':')[0]])).toEqual(
      expect.arrayContaining([
        ['missing-seo', 'page/forex.en (test)', 'seo.title'],
        ['missing-seo', 'page/forex.en (test)', 'seo.description'],
      ]),
    );
  });

  test('a malformed block is left out of a first version, and keeps its last good form in a later version', () => {
    const broken = { __component: 'blocks.rich-text' };
    replica.apply(snapshot(page([hero, broken])));
    expect(replica.reader().get('page', 'forex', 'en')?.blocks).toHaveLength(1);
    replica.apply(snapshot(page([hero, { __component: 'blocks.rich-text', body: 'Whole' }])));
    replica.apply(snapshot(page([hero, broken])));
    expect(replica.reader().get('page', 'forex', 'en')?.blocks).toHaveLength(2);
    expect(alarms.filter((alarm) => alarm.kind === 'invalid').length).toBe(2);
    expect(alarms.find((alarm) => alarm.kind === 'invalid')?.message).toMatch(
      /^blocks\.1 \(blocks\.rich-text\)\.body: /,
    );
  });

  test('a malformed document keeps its last good version', () => {
    replica.apply(snapshot(tag('gold')));
    replica.apply(snapshot({ ...tag('gold'), wire: { id: 'gold', updatedAt, name: '', description: 7 } }));
    expect(replica.reader().get('tag', 'gold', 'en')?.name).toBe('GOLD');
    expect(alarms.filter((alarm) => alarm.kind === 'invalid').length).toBeGreaterThan(0);
  });

  test('a sync that would empty the site is held until an operator confirms it', () => {
    const many = Array.from({ length: 30 }, (_, index) => tag(`t${index}`));
    replica.apply(snapshot(...many));
    expect(replica.apply(snapshot(...many.slice(0, 20)))).toMatchObject({ held: true, removed: 0 });
    expect(replica.size()).toBe(30);
    expect(alarms.some((alarm) => alarm.kind === 'shrink-held')).toBe(true);
    expect(replica.apply(snapshot(...many.slice(0, 20)), { confirmShrink: true })).toMatchObject({
      held: false,
      removed: 10,
    });
  });

  test('a type that would lose many of its documents is held, even if they are few of all documents', () => {
    const tags = Array.from({ length: 20 }, (_, index) => tag(`t${index}`));
    const articles = Array.from({ length: 180 }, (_, index) => news(`n${index}`, '2026-11-01'));
    const few = Array.from({ length: 15 }, (_, index) => news(`n${index}`, '2026-11-01', 'es'));
    replica.apply(snapshot(...tags, ...articles, page([hero])));
    expect(replica.apply(snapshot(...articles, page([hero])))).toMatchObject({ held: true, removed: 0 });
    expect(replica.size()).toBe(201);
    expect(alarms.filter((alarm) => alarm.kind === 'shrink-held')).toEqual([
      expect.objectContaining({
        subject: 'replica',
        message: expect.stringMatching(/^20 of 20 documents of tag would go/),
      }),
    ]);
    // Half of a type may go, never all of it.
    expect(replica.apply(snapshot(...tags.slice(11), ...articles, page([hero])))).toMatchObject({ held: true });
    expect(replica.apply(snapshot(...tags.slice(10), ...articles, ...few, page([hero])))).toMatchObject({
      held: false,
      removed: 10,
    });
    expect(replica.apply(snapshot(...articles, ...few, page([hero])))).toMatchObject({ held: true, removed: 0 });
    expect(replica.apply(snapshot(...articles.slice(0, 80)), { confirmShrink: true })).toMatchObject({
      held: false,
      removed: 126,
    });
  });

  test('the removal of the last document of a small type is held, and other changes are shown', () => {
    replica.apply(
      snapshot(
        tag('gold'),
        tag('gold', 'es'),
        ...Array.from({ length: 30 }, (_, index) => news(`n${index}`, '2026-11-01')),
      ),
    );
    const report = replica.apply(
      snapshot(...Array.from({ length: 29 }, (_, index) => news(`n${index}`, '2026-11-02'))),
    );
    expect(report).toMatchObject({
      held: true,
      applied: true,
      removed: 1,
      written: 29,
      tooMuch: '2 of 2 documents of tag',
    });
    expect(replica.reader().get('tag', 'gold', 'en')).not.toBeNull();
  });

  test('a type that the site needs is never removed from a language as a whole', () => {
    const inThree = (['en', 'es', 'it'] as const).map((locale) => ({ ...page([hero]), locale }));
    const articles = Array.from({ length: 30 }, (_, index) => news(`n${index}`, '2026-11-01'));
    replica.apply(snapshot(...inThree, ...articles));
    expect(replica.apply(snapshot(...inThree.slice(0, 2), ...articles))).toMatchObject({
      held: true,
      removed: 0,
      tooMuch: '1 of 3 documents of page, all in it',
    });
    expect(replica.apply(snapshot(...inThree, ...articles))).toMatchObject({ held: false });
  });
});
