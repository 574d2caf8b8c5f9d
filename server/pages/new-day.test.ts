import { expect, test } from 'vitest';
import { languageAddresses } from '../../site/i18n/locale-path.ts';
import { dayTag } from '../../content/replica/tags.ts';
import { createDayWatch } from './new-day.ts';
import { PageCache } from './page-cache.ts';

test('only the pages that show the date become stale with a new day, once', () => {
  const cache = new PageCache();
  const about = { title: '', lang: 'en', languages: languageAddresses(undefined, '/a'), buildId: 'test' };
  const rendered = { html: '<p>', about };
  cache.set('/trading-hours', rendered, [dayTag]);
  cache.set('/forex', rendered, ['list:page:en']);
  let date = '2026-11-23';
  const look = createDayWatch(cache, () => date);
  look();
  expect(cache.get('/trading-hours')?.staleSince).toBeNull();
  date = '2026-11-24';
  look();
  expect([cache.get('/trading-hours')?.staleBy, cache.get('/forex')?.staleSince]).toEqual([dayTag, null]);
  cache.set('/trading-hours', rendered, [dayTag]);
  look();
  expect(cache.get('/trading-hours')?.staleSince).toBeNull();
});
