/** Cache and router read an address alike: every spelling gets the same answer from a fresh process as once the pages are in the cache. */
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { startEditedSite } from '../sites/edited-site.ts';

const paths = ['/', '/forex', '/legal/terms-of-service', '/cfd-asset-list', '/login'];
const pages = locales.flatMap((locale) => paths.map((path) => localePath(path, locale)));

/** What people, links and scanners make of an address. */
const spellings: ((address: string) => string)[] = [
  ...['', ...locales].flatMap((one) => locales.map((two) => (address: string) => `/${one}/${two}${address}`)),
  (address) => `/${address}`,
  (address) => `${address}/`,
  (address) => `${address}//`,
  (address) => `${address}/index.html`,
  (address) => `${address}/index.html/_payload.json`,
  (address) => address.toUpperCase(),
  (address) => address.replace('o', '%6F'),
  (address) => address.replace('/', '%2F'),
  (address) => address.replace(/\/(?=.)/, '/./'),
  (address) => `/x/..${address}`,
  (address) => `${address}:3000`,
  (address) => `${address}%20`,
  (address) => `${address}%00`,
  (address) => `${address};a=1`,
  (address) => `${address}?`,
  (address) => `${address}?page=1`,
  (address) => `${address}/_payload.json`,
  (address) => `${address}/_payload.json?page=1`,
  (address) => `http://localhost:1${address}`,
];
const addresses = [...new Set(pages.flatMap((page) => spellings.map((spell) => spell(page))))];

const site = await startEditedSite();
afterAll(() => site.stop());

/** Status, place, language and title, which tell one page from another. `fetch` would correct the address. */
async function read(address: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  const [answer] = (await once(get({ hostname, port, path: address }), 'response')) as [IncomingMessage];
  const body = await text(answer);
  const [language = ''] = /<html lang="[^"]*"|"lang":"[^"]*"/.exec(body) ?? [];
  const [title = ''] = /<title>[^<]*|"title":"[^"]*"/.exec(body) ?? [];
  return [answer.statusCode, answer.headers.location ?? '', language, title].join(' ');
}

test('a spelling of an address has one answer, cold and warm', async () => {
  const cold = new Map<string, string>();
  for (const address of addresses) cold.set(address, await read(address));
  for (const page of pages) expect([page, await read(page)]).toEqual([page, expect.stringMatching(/^(?:200|302) /)]);
  const warm = new Map<string, string>();
  for (const address of addresses) warm.set(address, await read(address));
  expect(warm).toEqual(cold);
  expect(cold.get('/en/es/forex')).toMatch(/^404 /);
});
