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

test('no page shows a placeholder', async () => {
  for (const path of ['/', '/forex', '/faqs', '/glossary', '/search?q=spread', '/account-types', '/trading-tools'])
    for (const locale of tried) expect(await text(localePath(path, locale))).not.toMatch(/\{\{|\}\}/);
});
