/**
 * One place holds each figure: a spread changed in `instruments.csv` changes every page, article, answer and download that shows it, and a
 * close changed in `daily-bars.csv` every small chart.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesFeed } from '../../content/feed/files-feed.ts';

import { projectRoot } from '../../tools/project-root.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { startEditedSite } from '../sites/edited-site.ts';

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-one-place-'));
await cp(join(projectRoot, 'demo'), folder, { recursive: true });
const site = await startEditedSite();
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string): Promise<string> {
  const response = await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot' } });
  expect(`${path} ${response.status}`).toBe(`${path} 200`);
  return response.text();
}

async function text(path: string): Promise<string> {
  const html = await get(path);
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const words = html.slice(Math.max(0, html.indexOf('<main'))).replace(/<[^>]+>/g, ' ');
  return `${description} ${words}`.replaceAll(/[\u00a0\s]+/g, ' ');
}

/** Replaces text of the rows that begin with these cells, and lets the site read the folder. */
async function change(cells: string, from: string | RegExp, to: string, name = 'instruments.csv'): Promise<void> {
  const file = join(folder, name);
  const rows = (await readFile(file, 'utf8')).split('\n');
  const changed = rows.map((row) => (row.startsWith(`${cells},`) ? row.replace(from, to) : row));
  expect(changed).not.toEqual(rows);
  await writeFile(file, changed.join('\n'));
  const { documents } = await filesFeed(folder).snapshot();
  await site.edit((content) => {
    content.documents = documents;
  });
}

const tried = ['en', 'es', 'it'] as const;
type Tried = (typeof tried)[number];

/** The text at each address about the spread of EURUSD on Prime; `0.6` stands for the figure and `6.00` for the cost of a lot. */
const shown: Record<string, Record<Tried, string>> = {
  '/': { en: 'EURUSD at 0.6 pips', es: 'EURUSD a 0,6 pips', it: 'EURUSD a 0,6 pip' },
  '/forex': { en: 'CFDs from 0.6 pips', es: 'desde 0,6 pips', it: 'da 0,6 pip' },
  '/account-types': { en: 'USD 6.00', es: '6,00 USD', it: '6,00 USD' },
  '/cfd-trading': { en: '0.6 pips', es: '0,6 pips', it: '0,6 pip' },
  '/cfd-asset-list': { en: '0.6 pips 0.005%', es: '0,6 pips 0,005 %', it: '0,6 pip 0,005%' },
  '/faqs': { en: 'USD 6 at 0.6 pips', es: '0,6 pips', it: '0,6 pip' },
  '/education/spreads-and-commission': {
    en: '0.6 pips 6.00 0.005%',
    es: '0,6 pips 6,00 0,005 %',
    it: '0,6 pip 6,00 0,005%',
  },
};

/** The same texts after the change of the spread to 0.7. */
function changedWords(words: string): string {
  return words
    .replace(/0([.,])6(?!\d)/g, '0$17')
    .replace(/6([.,])00/g, '7$100')
    .replace('USD 6 at', 'USD 7 at')
    .replace(/0([.,])005/g, '0$10058')
    .replace(/(7[.,]00) 0([.,])0058/, '$1 0$2006');
}

function formatAddress(path: string, locale: Tried): string {
  if (!path.startsWith('/education/')) return localePath(path, locale);
  const id = path.slice('/education/'.length);
  const { slug } = site.wire('education-article', id, locale);
  return localePath(`/education/${typeof slug === 'string' ? slug : id}`, locale);
}

test('a spread that changes in the spreadsheet changes on every page that shows it, in three languages', async () => {
  const places = Object.entries(shown).flatMap(([path, words]) =>
    tried.map((locale) => ({ path, locale, before: words[locale], after: changedWords(words[locale]) })),
  );
  for (const { path, locale, before } of places) {
    expect(await text(formatAddress(path, locale)), `${path} ${locale}`).toContain(before);
  }
  const download = async () =>
    (await (await fetch(`${site.url}/api/instruments.csv?q=EURUSD`)).text()).split('\n')[1] ?? '';
  expect(await download()).toContain(',0.6,0.4,0,400,');
  await change('EURUSD', ',0.6,0.4,0,400,', ',0.7,0.4,0,400,');
  for (const { path, locale, after } of places) {
    expect(after).not.toBe(shown[path]?.[locale]);
    expect(await text(formatAddress(path, locale)), `${path} ${locale}`).toContain(after);
  }
  expect(await download()).toContain(',0.7,0.4,0,400,');
  await change('EURUSD', ',0.7,0.4,0,400,', ',0.6,0.4,0,400,');
});

/** The market whose figure on the home page has the small chart of an instrument. */
const walls: Record<string, string> = { EURUSD: 'forex', XAUUSD: 'commodities' };

/** The small chart of an instrument on a page: its path, and the change that is read aloud. */
async function chart(symbol: string, path: string) {
  const html = await get(path);
  const row =
    new RegExp(`<tr><th scope="row">(?:<strong>)?(?:<a [^>]*>)?${symbol}<.*?</tr>`, 's').exec(html)?.[0] ??
    new RegExp(`<dt><a href="[^"]*/${walls[symbol]}">.*?</div>`, 's').exec(html)?.[0] ??
    '';
  // The line of the opening level is another path, which contains a letter.
  return { drawn: /(?<=<path d="M)[\d. ]+(?=")/.exec(row)?.[0] ?? '', read: />([^<>]+)<\/span>/.exec(row)?.[1] };
}

test('a changed close changes the small charts of the home page and of the markets, in three languages', async () => {
  const trend = { en: 'Trend: 3.4%', es: 'Tendencia: 3,4%', it: 'Andamento: 3,4%' };
  const charts = (symbol: string, path: string) =>
    Promise.all(tried.map((locale) => chart(symbol, localePath(path, locale))));
  const [before, others] = [await charts('EURUSD', '/'), await charts('XAUUSD', '/')];
  expect(before.map(({ read }) => read)).toEqual(tried.map((locale) => trend[locale]));
  for (const { drawn } of [...before, ...others]) expect(drawn.split(' ')).toHaveLength(2 * 20);
  for (const path of ['/forex', '/cfd-trading']) expect(await charts('EURUSD', path)).toEqual(before);
  // The last close becomes the lowest of the twenty: the line ends on the floor of its drawing.
  await change('EURUSD,2026-10-30', /(?<=-30,).*/, '1.2,1.3,0.9,1', 'daily-bars.csv');
  const after = await charts('EURUSD', '/');
  expect(after.map(({ read }) => read)).toEqual(tried.map((locale) => trend[locale].replace(/3([.,])4/, '−13$19')));
  for (const [index, { drawn }] of after.entries()) {
    expect(drawn).toMatch(/ 96 26$/);
    expect(before[index]?.drawn).not.toMatch(/ 96 26$/);
  }
  for (const path of ['/forex', '/cfd-trading']) expect(await charts('EURUSD', path)).toEqual(after);
  expect(await charts('XAUUSD', '/')).toEqual(others);
});

test('an additional row is counted everywhere', async () => {
  const file = join(folder, 'instruments.csv');
  const csv = await readFile(file, 'utf8');
  const euro = csv.split('\n').find((row) => row.startsWith('EURUSD,')) ?? '';
  await writeFile(file, `${csv.trimEnd()}\n${euro.replace('EURUSD', 'EURXXX')}\n`);
  const { documents } = await filesFeed(folder).snapshot();
  await site.edit((content) => {
    content.documents = documents;
  });
  const all = { en: '269 instruments', es: '269 instrumentos', it: '269 strumenti' };
  const pairs = { en: '63 currency pairs', es: '63 pares', it: '63 coppie' };
  // The home page writes the name above the figure.
  const wall = { en: 'currency pairs 63', es: 'pares de divisas 63', it: 'coppie di valute 63' };
  for (const locale of tried) {
    expect(await text(localePath('/', locale))).toContain(all[locale]);
    expect(await text(localePath('/', locale))).toContain(wall[locale]);
    expect(await text(localePath('/forex', locale))).toContain(pairs[locale]);
  }
});

test('no page shows a placeholder', async () => {
  for (const path of ['/', '/forex', '/faqs', '/glossary', '/search?q=spread', '/account-types', '/trading-tools'])
    for (const locale of tried) expect(await text(localePath(path, locale))).not.toMatch(/\{\{|\}\}/);
});
