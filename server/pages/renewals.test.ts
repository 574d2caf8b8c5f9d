import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { languageAddresses } from '../../site/i18n/locale-path.ts';
import { PageCache } from './page-cache.ts';
import { type CachedPage, pageBytes } from './page-bytes.ts';
import { type PageToRender, type RenderApart, Renewals } from './renewals.ts';

const about = { title: '', lang: 'en', languages: languageAddresses(undefined, '/a'), buildId: 'test' };
const page = (text: string) => pageBytes({ html: text, about }, ['header']);
const shown = (cache: PageCache, key: string) => cache.get(key)?.document.in('identity').toString();
const asked = (path: string): PageToRender => ({ locale: 'en', path, query: '', payload: false, encoding: 'br' });

/** A thread whose renders end when the test says so. */
class Thread implements RenderApart {
  started = 0;
  readonly #renders: { path: string; end: (page: CachedPage | null) => void }[] = [];
  start(): void {
    this.started += 1;
  }

  render({ path }: PageToRender): Promise<CachedPage | null> {
    const { promise, resolve } = Promise.withResolvers<CachedPage | null>();
    this.#renders.push({ path, end: resolve });
    return promise;
  }

  /** Ends the oldest render. @returns the path of its page. */
  end(rendered: CachedPage | null = page('new')): string | undefined {
    const oldest = this.#renders.shift();
    oldest?.end(rendered);
    return oldest?.path;
  }
}

/** All of so many pages, `/0` and on, become stale. */
function published(pages: number, longestMs = 60_000) {
  const cache = new PageCache();
  const thread = new Thread();
  const renewals = new Renewals(cache, thread, { manyStale: 3, longestMs });
  for (let number = 0; number < pages; number += 1) cache.keep(`/${number}`, page('former'));
  cache.markStale(['header']);
  const renew = (path: string, since = performance.now()) => renewals.renew(path, since, asked(path));
  return { cache, thread, renew };
}

test('of few stale pages each is rendered by whoever asks', async () => {
  const { thread, renew } = published(3);
  expect(await renew('/0')).toBe('here');
  expect(thread.started).toBe(0);
});

test('of many, who comes alone waits for the thread, until none is stale', async () => {
  const { cache, thread, renew } = published(4);
  expect(thread.started).toBe(1);
  for (const path of ['/0', '/1', '/2', '/3']) {
    const renewal = renew(path);
    await nextTurn();
    expect(thread.end()).toBe(path);
    expect(await renewal).toBe('renewed');
    expect(shown(cache, path)).toBe('new');
  }
  expect(await renew('/3')).toBe('here');
});

test('when more than a few wait, all of them get the page as it was, and the pages that are coming come', async () => {
  const { cache, thread, renew } = published(9);
  const waiting = ['/0', '/1', '/1', '/2', '/3'].map((path) => renew(path));
  expect(await Promise.all(waiting.slice(0, 4))).toEqual(['former', 'former', 'former', 'former']);
  // The last is alone again with its page.
  expect([thread.end(), thread.end()]).toEqual(['/0', '/1']);
  await nextTurn();
  expect(shown(cache, '/0')).toBe('new');
  expect(shown(cache, '/2')).toBe('former');
});

test('who comes alone while pages that nobody waits for are still coming waits for their end, and for the own page', async () => {
  const { cache, thread, renew } = published(9);
  const crowd = ['/0', '/1', '/2'].map((path) => renew(path));
  cache.hits += 4;
  expect(await Promise.all(crowd)).toEqual(['former', 'former', 'former']);
  const renewal = renew('/3');
  await nextTurn();
  for (const path of ['/0', '/1', '/2', '/3']) {
    expect(thread.end()).toBe(path);
    await nextTurn();
  }
  expect(await renewal).toBe('renewed');
  expect(shown(cache, '/3')).toBe('new');
});

test('who waits while others are served gets the page as it was', async () => {
  const { cache, thread, renew } = published(9);
  const renewal = renew('/0');
  cache.hits += 4;
  expect(await renewal).toBe('former');
  thread.end();
  await nextTurn();
  expect(shown(cache, '/0')).toBe('new');
});

test('after the longest time nobody gets a former page: the thread renders, and this one beside it', async () => {
  const { cache, thread, renew } = published(9, 100);
  const since = performance.now() - 200;
  const waiting = ['/0', '/1', '/2'].map((path) => renew(path, since));
  expect(await renew('/3', since)).toBe('here');
  cache.hits += 4;
  for (const _ of waiting) thread.end();
  expect(await Promise.all(waiting)).toEqual(['renewed', 'renewed', 'renewed']);
});

test.each([
  ['of what the thread cannot render', (): null => null],
  [
    'of what changed meanwhile',
    (cache: PageCache): CachedPage => {
      cache.markStale(['price']);
      return page('between');
    },
  ],
])('%s nothing is kept: whoever asked renders it', async (_, rendered) => {
  const { cache, thread, renew } = published(9);
  const renewal = renew('/0');
  thread.end(rendered(cache));
  expect(await renewal).toBe('here');
  expect(shown(cache, '/0')).toBe('former');
});
