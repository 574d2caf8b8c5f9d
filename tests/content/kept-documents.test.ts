/**
 * Documents cached in memory (docs/decisions/0010-kept-until-a-document-changes.md) never make a page out of date: after each of many random
 * changes, pages are the same as those of a reader without a cache.
 */
import { expect } from 'vitest';
import { locales } from '../../content/locales.ts';
import type { WireDocument } from '../../content/wire-document.ts';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { listPublishedAddresses } from '../../server/content/published-addresses.ts';
import { parsePageAddress } from '../../server/pages/page-address.ts';
import { createRouteMatcher } from '../../server/pages/route-matcher.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { builtRenderer } from '../sites/built-renderer.ts';
import { sample, testSample } from '../sampled.ts';
import { readDemonstration } from '../sites/demonstration.ts';

const changes = 40;
const pagesAfterEach = 8;

/** Generates pseudo-random numbers, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const match = createRouteMatcher(builtRenderer.routes);
const settings = {
  origin: 'http://site.test',
  strapiUrl: '',
  thirdParties: parseConfig({}).thirdParties,
  buildId: 'test',
  assets: () => ({ style: null, scripts: [], fonts: [] }),
  registrationRule: () => 'open' as const,
};

function render(replica: Replica, address: string): string {
  const parsed = parsePageAddress(address);
  const matched = parsed.kind === 'page' ? match(parsed.address.path) : null;
  if (parsed.kind !== 'page' || !matched) return '';
  const { locale, path } = parsed.address;
  const { route, params } = matched;
  const query = new URLSearchParams();
  const request = { locale, path, params, query, read: replica.reader(), search: createSiteSearch(replica) };
  const rendered = builtRenderer.renderPage(route.page, request, settings);
  return 'html' in rendered ? rendered.html : '';
}

/** Pages with links to many others, which are checked more often. */
const entrances = ['/', '/faqs', '/account-types', '/cfd-asset-list', '/news-center', '/education-center', '/glossary'];

testSample(
  sample([1, 3], (seed) => seed === 1),
  'after random changes every page is the same as without a cache (seed %i)',
  async (seed) => {
    const below = numbers(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
    const figures = createFillIn(() => undefined);
    const replica = openReplica(':memory:', () => undefined, undefined, figures);
    const { documents, media } = await readDemonstration();
    replica.apply({ documents, media });
    const addresses = listPublishedAddresses(replica).filter(
      (address) => !/cfd-asset-list\/(?!eurusd|aapl)/.test(address),
    );
    const byType = Object.values(Object.groupBy(documents, ({ type }) => type));
    const without = { removed: [], media: [] };
    const removed: WireDocument[] = [];

    /** Random changes by an editor: a word, a withdrawal in one language, a new address, a document removed or restored. */
    function edit(): string {
      const document = pick(pick(byType));
      const { type, locale, wire } = document;
      const { id } = wire as { id: string };
      const put = (fields: object) =>
        replica.change({ documents: [{ ...document, wire: { ...(wire as object), ...fields } }], ...without });
      const what = below(5);
      if (what === 0) put({ takenDown: true });
      else if (what === 1) put({ slug: `moved-${below(1000)}` });
      else if (what === 2) {
        replica.change({ documents: [], removed: [{ type, id, locale }], media: [] });
        removed.push(document);
      } else if (what === 3 && removed.length > 0) replica.change({ documents: removed.splice(0), ...without });
      else put({ title: 'Another title', name: 'Another name', updatedAt: '2026-11-26T10:00:00.000Z' });
      return `${type}/${id}.${locale} ${what}`;
    }

    const wrong: string[] = [];
    for (let change = 0; change < changes; change += 1) {
      const done = edit();
      const looked = Array.from({ length: pagesAfterEach }, (_, index) =>
        index < 3 ? localePath(pick(entrances), pick(locales)) : pick(addresses),
      );
      const warm = looked.map((address) => render(replica, address));
      const cold = replica.asIf({ documents: [], ...without }, figures, (fresh) =>
        looked.map((address) => render(fresh, address)),
      );
      for (const [index, address] of looked.entries())
        if (warm[index] !== cold[index]) wrong.push(`${address} after ${done}`);
    }
    replica.close();
    expect(wrong).toEqual([]);
  },
);
