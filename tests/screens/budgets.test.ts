/** Byte budgets of every kind of page (`tools/bench/page-weight.ts`), and those of a page at an address that an editor chose. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { locales } from '../../content/locales.ts';
import { openReplica } from '../../content/replica/replica.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import budgets from '../../tools/bench/budgets.json' with { type: 'json' };
import {
  type Range,
  type WeightPart,
  checkBudgets,
  compareWithBudget,
  weighPage,
  weightParts,
} from '../../tools/bench/page-weight.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { isExhaustive, sample, testSample } from '../sampled.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';

testSample(
  sample(locales, (locale) => locale === 'es'),
  'every kind of page keeps its byte budgets, without a request to another site: %s',
  async (locale) => {
    const { findings, heaviest } = await checkBudgets(inject('siteUrl'), [locale]);
    expect(findings).toEqual([]);
    expect([...heaviest.keys()]).toContain('home');
  },
);

/** Without what differs in every answer, and the hash of the style, of which each page has its own. */
async function readHeaders(url: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url);
  const changing = /^(?:date|etag|last-modified|content-length|server-timing|x-request-id)$/;
  return Object.fromEntries(
    [...headers]
      .filter(([name]) => !changing.test(name))
      .map(([name, value]) => [name, value.replace(/'sha256-[^']+'/g, "'sha256'")]),
  );
}

/** A page at an address that an editor chose, and the fixed page whose blocks it has. */
const editorsPage = { path: '/campaign/bench', fixed: '/forex' };

/** Fills a replica with the demonstration and that page, in the way of a sync with Strapi. */
async function fillReplica(file: string): Promise<void> {
  const ignoreAlarm = () => undefined;
  const replica = openReplica(file, ignoreAlarm, undefined, createFillIn(ignoreAlarm));
  const snapshot = await filesFeed(join(projectRoot, 'demo')).snapshot();
  replica.apply(snapshot);
  const documents = snapshot.documents
    .filter(({ type, wire }) => type === 'page' && (wire as { id: string }).id === editorsPage.fixed.slice(1))
    .map((fixed) => ({ ...fixed, wire: { ...(fixed.wire as object), id: 'bench', path: editorsPage.path.slice(1) } }));
  replica.change({ documents, removed: [], media: [] });
  while (replica.indexFigures());
  replica.close();
}

test('a page of an editor costs what a fixed one with its blocks does: bytes, script, policy and cache', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-editors-page-'));
  await fillReplica(join(folder.path, 'mirror-strapi.sqlite'));
  await using site = await startBuiltSite({
    DATA_DIR: folder.path,
    // No server listens at this port.
    STRAPI_URL: 'http://127.0.0.1:9',
    STRAPI_TOKEN: 'the content service of the test is unreachable',
    LOG_LEVEL: 'silent',
  });
  const ranges = { ...budgets.everyPage, html: budgets.html.content.size } as unknown as Record<WeightPart, Range>;
  for (const locale of isExhaustive ? locales : (['it'] as const)) {
    const [own, fixed] = [localePath(editorsPage.path, locale), localePath(editorsPage.fixed, locale)];
    const [weight, of] = [await weighPage(site.url, own), await weighPage(site.url, fixed)];
    expect(compareWithBudget(own, weight, ranges)).toEqual([]);
    expect(weightParts.filter((part) => weight[part] > of[part])).toEqual([]);
    expect(await readHeaders(`${site.url}${own}`)).toEqual(await readHeaders(`${site.url}${fixed}`));
  }
});
