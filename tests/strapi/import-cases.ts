/** An import of many instruments into a real Strapi, for both of its databases. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { locales } from '../../content/locales.ts';
import { instrumentsCommand } from '../../tools/instruments/instruments-command.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { until } from '../until.ts';
import type { StrapiEditor } from './strapi-editor.ts';

export interface ImportTarget {
  /** The folder for files of the test. */
  folder: string;
  strapiUrl: string;
  siteUrl: string;
  editor: StrapiEditor;
  /** Creates an API token that may write instruments. */
  token: string;
}

export async function runInstruments(target: ImportTarget, args: string[], token = target.token) {
  const said: string[] = [];
  const code = await instrumentsCommand(args, {
    folder: join(projectRoot, 'demo'),
    environment: { STRAPI_URL: target.strapiUrl, STRAPI_WRITE_TOKEN: token },
    say: (line) => said.push(line),
    ask: () => Promise.resolve(false),
    now: () => '2026-11-23T10:00:00Z',
  });
  return { code, said };
}

/** Fetches the list of instruments as text, with ordinary spaces. */
export async function assetList({ siteUrl }: ImportTarget, locale: (typeof locales)[number], query = '') {
  const address = `${siteUrl}${localePath('/cfd-asset-list', locale)}${query}`;
  return (await (await fetch(address, { headers: { 'user-agent': 'bot' } })).text()).replaceAll('\u00a0', ' ');
}

/** Strapi writes times with milliseconds and has its own order of rows. */
export const comparable = (csv: string) => csv.replaceAll('.000Z', 'Z').trim().split('\n').sort();

/**
 * Imports as many instruments, new ones and a change of each that is there: all of their figures are there, published and not shown as modified, on
 * the site in every language; one fault among them changes nothing.
 * @returns the number of instruments in Strapi afterwards.
 */
export async function importMany(target: ImportTarget, count: number): Promise<number> {
  const { folder, editor } = target;
  const exported = join(folder, 'many-exported.csv');
  await runInstruments(target, ['export', exported, '--yes']);
  const [header = '', ...rows] = (await readFile(exported, 'utf8')).trim().split('\n');
  const symbols = rows.map((row) => row.slice(0, row.indexOf(',')));
  const changed = rows.map((row) => row.replace(/,[^,]*,[^,]*$/, ',2026-11-13T21:00:00Z,2026-11-20T09:00:00Z'));
  const added = Array.from({ length: count - rows.length }, (_, index) => {
    const [row = '', symbol = ''] = [changed[index % rows.length], symbols[index % rows.length]];
    return `T${index}${row.slice(symbol.length)}`;
  });
  const file = join(folder, 'many.csv');

  const broken = added.with(7, (added[7] ?? '').replace(/^T7,/, 'EURUSD,'));
  await writeFile(file, [header, ...changed, ...broken].join('\n'));
  expect((await runInstruments(target, ['import', file, '--yes'])).code).toBe(1);
  // The command finds most faults itself; what only Strapi can know comes from there.
  const lost = added.with(7, (added[7] ?? '').replace(/,[^,]*((?:,[^,]*){3})$/, ',no-such-calendar$1'));
  await writeFile(file, [header, ...changed, ...lost].join('\n'));
  const refused = await runInstruments(target, ['import', file, '--yes']);
  expect(refused.said.at(-1)).toBe('T7: There is no trading calendar “no-such-calendar”.\nStrapi changed nothing.');
  const counted = (html: string) => /<caption>([\d.,\s]+)/.exec(html)?.[1]?.replaceAll(/\D/g, '') === String(count);
  expect(counted(await assetList(target, 'en'))).toBe(false);

  await writeFile(file, [header, ...changed, ...added].join('\n'));
  const { said } = await runInstruments(target, ['import', file, '--yes']);
  expect(said.at(-1)).toBe(`Strapi: ${added.length} added, ${changed.length} changed.`);
  for (const locale of locales)
    await until(async () => counted(await assetList(target, locale)), `all of them in ${locale}`);
  await runInstruments(target, ['export', exported, '--yes']);
  const inStrapi = comparable(await readFile(exported, 'utf8'));
  expect(inStrapi).toEqual(comparable(await readFile(file, 'utf8')));

  // An editor can continue to edit imported instruments.
  const draft = await editor.draft('instrument', 't1');
  expect(draft['status']).toBe('published');
  await editor.publish('instrument', draft.documentId, { ...draft, nameEn: 'By an editor' });
  await until(async () => (await assetList(target, 'en', '?q=t1')).includes('By an editor'), 'an edit after it');
  return inStrapi.length - 1;
}
