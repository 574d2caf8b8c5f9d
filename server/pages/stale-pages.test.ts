import { expect, test } from 'vitest';
import { StalePages } from './stale-pages.ts';

const limits = { manyStale: 50, longestMs: 10_000 };
const staleFor = (milliseconds: number) => ({ staleSince: performance.now() - milliseconds });

test('a fresh page is served', () => {
  expect(new StalePages({ stale: 500 }, limits).mayServe({ staleSince: null })).toBe(true);
});

test('one visitor waits for a render when very many pages are stale, and the others get the stale bytes for ten seconds', async () => {
  const pages = new StalePages({ stale: 51 }, limits);
  expect(pages.mayServe(staleFor(0)), 'who comes alone waits').toBe(false);
  await pages.render(() => {
    expect(pages.mayServe(staleFor(0))).toBe(true);
    expect(pages.mayServe(staleFor(9000))).toBe(true);
    expect(pages.mayServe(staleFor(10_001)), 'nobody gets older bytes').toBe(false);
  });
  expect(pages.mayServe(staleFor(0)), 'who comes afterwards waits').toBe(false);
});

test('nobody gets stale bytes when few pages are stale', async () => {
  const pages = new StalePages({ stale: 50 }, limits);
  await pages.render(() => expect(pages.mayServe(staleFor(0))).toBe(false));
});

test('renders run one at a time and in order, with other requests served in between, also after a failure', async () => {
  const pages = new StalePages({ stale: 1 }, limits);
  const events: string[] = [];
  const renders = ['a', 'b', 'c'].map((name) =>
    pages.render(() => {
      events.push(name);
      setImmediate(() => events.push(`others after ${name}`));
      if (name === 'b') throw new Error('no page');
      return name;
    }),
  );
  expect(await Promise.allSettled(renders)).toMatchObject([{ value: 'a' }, { status: 'rejected' }, { value: 'c' }]);
  expect(events.slice(0, 5)).toEqual(['a', 'others after a', 'b', 'others after b', 'c']);
});
