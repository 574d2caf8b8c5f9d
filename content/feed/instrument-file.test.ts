import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { locales } from '../locales.ts';
import { openReplica } from '../replica/replica.ts';
import { filesFeed } from './files-feed.ts';
import { instrumentFile, readInstruments, writeInstruments } from './instrument-file.ts';

const original = readFileSync(join('demo', instrumentFile), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'brokerfront-instrument-file-'));
// Without their calendars, the instruments raise alarms.
cpSync('demo/trading-calendars', join(folder, 'trading-calendars'), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the instruments of the demonstration are written as the same file again', () => {
  expect(writeInstruments(readInstruments(original).rows.map(({ wire }) => wire))).toBe(original);
});

test('a file from a Spanish spreadsheet has the same instruments', () => {
  const spanish = original
    .split('\n')
    .map((line, index) =>
      line
        .split(',')
        .map((cell) => (index > 0 && /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell))
        .join(';'),
    )
    .join('\r\n');
  const wires = (text: string) => readInstruments(text).rows.map(({ wire }) => wire);
  expect(wires(`\uFEFF${spanish}`)).toEqual(wires(original));
});

/** Reads the folder with this text of the file. @returns the replica and its alarms. */
async function fillReplica(text: string, before = '') {
  const alarms: string[] = [];
  const replica = openReplica(':memory:', ({ kind, subject, message }) =>
    alarms.push(`${kind} ${subject}: ${message}`),
  );
  for (const one of [before, text]) {
    if (one === '') continue;
    writeFileSync(join(folder, instrumentFile), one);
    replica.apply(await filesFeed(folder).snapshot());
  }
  return { replica, alarms };
}

test('each instrument exists in every language with the name of that language', async () => {
  const { replica, alarms } = await fillReplica(original);
  expect(alarms).toEqual([]);
  const gold = locales.map((locale) => replica.reader().get('instrument', 'xauusd', locale));
  expect(gold.map((one) => [one?.locale, one?.name])).toEqual([
    ['en', 'Gold'],
    ['es', 'Oro'],
    ['it', 'Oro'],
    ...gold.slice(3).map((one): unknown[] => [one?.locale, expect.any(String)]),
  ]);
  expect(gold.map((one) => one?.locale)).toEqual(locales);
  expect(gold[0]?.names).toEqual(Object.fromEntries(gold.map((one) => [one?.locale, one?.name])));
  expect(gold[0]?.pricedAt).toBe('2026-10-30T21:00:00.000Z');
  expect(replica.reader().list('instrument', 'es')).toHaveLength(268);
  replica.close();
});

test('an instrument whose row has a fault keeps its last good version, and the others change', async () => {
  const { replica, alarms } = await fillReplica(
    original.replace(/^EURUSD,forex-major/m, 'EURUSD,forex').replace('Pound / US dollar', 'Sterling / US dollar'),
    original,
  );
  expect(replica.reader().get('instrument', 'eurusd', 'en')?.assetClass).toBe('forex-major');
  expect(replica.reader().get('instrument', 'gbpusd', 'en')?.name).toBe('Sterling / US dollar');
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toContain('instruments.csv#2): assetClass: must be one of forex-major');
  replica.close();
});

test('a file that cannot be read as a table changes nothing', async () => {
  const { replica } = await fillReplica(original.replace('pipSize', 'pip'), original);
  expect(replica.reader().list('instrument', 'it')).toHaveLength(268);
  const { unread } = await filesFeed(folder).snapshot();
  expect(unread?.map(({ locale, message }) => [locale, message])).toEqual([
    ['en', 'row 1, pipSize: the header must have the column pipSize'],
  ]);
  replica.close();
});
