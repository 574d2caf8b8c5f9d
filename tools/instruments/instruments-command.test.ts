/** The command as a person uses it, on a copy of the demonstration: each of 60 kinds of damage is reported and changes nothing. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseCsv, writeCsv } from '../../content/feed/csv.ts';
import { instrumentFile } from '../../content/feed/instrument-file.ts';
import { projectRoot } from '../project-root.ts';
import { instrumentsCommand } from './instruments-command.ts';

const original = readFileSync(join(projectRoot, 'demo', instrumentFile), 'utf8');
const rows = parseCsv(original).rows.map(({ cells }) => cells);
const header = rows[0] ?? [];
const findRow = (symbol: string) => rows.findIndex(([first]) => first === symbol) + 1;

const folder = mkdtempSync(join(tmpdir(), 'brokerfront-instruments-'));
const kept = join(folder, instrumentFile);
const given = join(folder, 'given.csv');
beforeAll(() => {
  for (const name of ['account-types', 'trading-calendars']) {
    mkdirSync(join(folder, name));
    cpSync(join(projectRoot, 'demo', name), join(folder, name), { recursive: true });
  }
});
beforeEach(() => writeFileSync(kept, original));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], more: { answer?: boolean; environment?: Record<string, string> } = {}) {
  const said: string[] = [];
  const code = await instrumentsCommand(args, {
    folder,
    environment: more.environment ?? {},
    say: (line) => said.push(line),
    ask: () => Promise.resolve(more.answer ?? false),
    now: () => '2026-11-23T10:00:00Z',
  });
  return { code, said };
}

/** Changes some cells of one instrument in the file. */
function withCells(symbol: string, cells: Record<string, string>): string {
  const at = findRow(symbol) - 1;
  return writeCsv(
    rows.map((row, index) => (index === at ? row.map((cell, column) => cells[header[column] ?? ''] ?? cell) : row)),
  );
}
const cell = (symbol: string, column: string, value: string, right: string): Damage => [
  `${column} of ${symbol} is “${value}”`,
  withCells(symbol, { [column]: value }),
  `row ${findRow(symbol)}, ${column}: “${value}” ${right}`,
];
const withHeader = (change: (names: string[]) => string[]) => writeCsv([change(header), ...rows.slice(1)]);
const number = 'must be a number from';

type Damage = [name: string, file: string | Uint8Array, line: string];

const damages: Damage[] = [
  // The file as a whole.
  ['an empty file', '', 'the file must have a header and a row for each instrument; it is empty'],
  ['a file of empty rows', ',,,\n\n', 'the file must have a header and a row for each instrument; it is empty'],
  ['only a header', writeCsv([header]), 'the file must have a row for each instrument; it has only a header'],
  ['letters of two bytes', Buffer.from(original, 'utf16le'), 'the file must be saved as UTF-8'],
  ['Latin letters of one byte', Buffer.from(original, 'latin1'), 'the file must be saved as UTF-8'],
  ['no header', writeCsv(rows.slice(1)), 'row 1, symbol: the header must have the column symbol'],
  ['a spreadsheet’s own format', 'PK\u0003\u0004 xl/workbook.xml', 'the file must have'],
  ['a quotation mark that is not closed', original.replace('\nGBPUSD,', '\n"GBPUSD,'), 'row 3: the quotation mark'],
  ['text after a closed quotation', original.replace('\nGBPUSD,', '\n"GBP"USD,'), 'row 3: after a closing quotation'],
  // The header.
  ['a missing column', withHeader((names) => names.map((one) => (one === 'pipSize' ? 'pip' : one))), 'row 1, pipSize:'],
  [
    'a column in another case',
    withHeader((names) => names.map((one) => (one === 'nameEs' ? 'NAMEES' : one))),
    'nameEs is meant',
  ],
  [
    'an unknown column',
    withHeader((names) => names.map((one) => (one === 'updatedAt' ? 'remark' : one))),
    '“remark” must be one of',
  ],
  [
    'a column twice',
    withHeader((names) => names.map((one) => (one === 'swapShort' ? 'swapLong' : one))),
    '“swapLong” each column must be there once',
  ],
  [
    'an account without its commission',
    withHeader((names) => names.filter((one) => one !== 'commission.prime')),
    'the column commission.prime',
  ],
  ['no account at all', withHeader((names) => names.filter((one) => !one.includes('.'))), 'such as spread.prime'],
  [
    'an account that does not exist',
    withHeader((names) => names.map((one) => one.replace('.prime', '.platinum'))),
    'must be one of the account types discovery, master, prime',
  ],
  [
    'a header cell that is empty',
    withHeader((names) => names.map((one) => (one === 'updatedAt' ? '' : one))),
    `row 1, number ${header.indexOf('updatedAt') + 1}`,
  ],
  // A row.
  [
    'a row that is cut off',
    original.replace(/^(GBPUSD(?:,[^,]*){9}).*$/m, '$1'),
    `row 3: the row must have ${header.length} cells, like the header; it has 10`,
  ],
  [
    'a row with a cell too many',
    original.replace(/^(GBPUSD,.*)$/m, '$1,'),
    `row 3: the row must have ${header.length} cells, like the header; it has ${header.length + 1}`,
  ],
  [
    'a comma in a name without quotation marks',
    original.replace('Euro / US dollar', 'Euro, US dollar'),
    `row 2: the row must have ${header.length} cells`,
  ],
  [
    'a symbol twice',
    original.replace(/^GBPUSD,/m, 'EURUSD,'),
    'row 3, symbol: “EURUSD” must be another symbol: row 2 has this one',
  ],
  [
    'a comment',
    original.replace(/^GBPUSD,/m, '# all figures are averages\nGBPUSD,'),
    `row 3: the row must have ${header.length} cells, like the header; it has 1`,
  ],
  // Texts.
  cell('GBPUSD', 'symbol', 'gbpusd', 'must be capitals and digits, such as EURUSD'),
  cell('GBPUSD', 'symbol', 'GBP/USD', 'must be capitals and digits, such as EURUSD'),
  cell('GBPUSD', 'assetClass', 'forex', 'must be one of forex-major, forex-minor'),
  cell('GBPUSD', 'nameEn', '', 'must not be empty'),
  cell('GBPUSD', 'nameIt', ' ', 'must not be empty'),
  ['a name of 90 letters', withCells('GBPUSD', { nameEn: 'x'.repeat(90) }), 'must have at most 80 characters'],
  ...['=cmd|calc', '＝1+1', '\u200b=1+1', '\u00a0\ufeff-1', '\u2067＠SUM(1)', '\u22121', 'Gold;=1+1', '\u00ad+1'].map(
    (name) => cell('GBPUSD', 'nameEn', name, 'must not begin with =, @, + or -: a spreadsheet would compute it'),
  ),
  [
    'a line break in a name',
    withCells('GBPUSD', { nameEn: 'Pound\nDollar' }),
    'row 3, nameEn: “Pound\nDollar” must be one line',
  ],
  cell('GBPUSD', 'nameEn', 'Espa\ufffda', 'must be one line of readable characters'),
  cell('GBPUSD', 'baseCurrency', 'gbp', 'must be a code in capitals, such as USD'),
  cell('GBPUSD', 'baseCurrency', 'USD', 'must differ from quoteCurrency'),
  cell('GBPUSD', 'quoteCurrency', '$', 'must be the three letters of a currency, such as USD'),
  cell('GBPUSD', 'contractUnit', 'share', 'must be base: a lot of a currency pair'),
  cell('GBPUSD', 'calendar', 'New York', 'must be the id of a calendar, such as forex'),
  cell('DE40', 'calendar', 'eu-index', 'must be one of the trading calendars asx, bolsa-madrid,'),
  cell('GBPUSD', 'tripleSwapDay', 'Wed', 'must be one of monday, tuesday'),
  // Figures.
  cell('GBPUSD', 'contractSize', '100 000', number),
  cell('GBPUSD', 'contractSize', '1e5', number),
  cell('GBPUSD', 'pipSize', '0.000013', 'must be tickSize (0.00001) or a multiple of it'),
  cell('GBPUSD', 'spread.prime', 'O.9', number),
  cell('GBPUSD', 'spread.prime', '09.Jan', number),
  cell('GBPUSD', 'spread.prime', '0.123456789', 'must have at most 8 decimals'),
  cell('GBPUSD', 'minimumSpread.prime', '1.5', 'must be at most the average spread, 0.9'),
  cell('GBPUSD', 'leverage.prime', '399.5', 'must be a whole number, such as 400 for 1:400'),
  cell('GBPUSD', 'leverage.prime', '40000', number),
  cell('AAPL', 'swapLong', '-690', 'must be from -100 to 100, because swapUnit is percent-per-year'),
  cell('GBPUSD', 'minimumLots', '0.015', 'must be a multiple of lotStep (0.01)'),
  cell('GBPUSD', 'maximumLots', '0.001', 'must be minimumLots (0.01) or more'),
  cell('GBPUSD', 'referencePrice', 'NaN', number),
  cell('GBPUSD', 'pricedAt', '30/10/2026 21:00', 'must be a date-time like 2026-11-21T10:00:00Z'),
  cell('GBPUSD', 'updatedAt', 'yesterday', 'must be a date-time like 2026-11-21T10:00:00Z'),
  [
    'dots in a file with decimal commas',
    // As a Spanish spreadsheet saves it, where somebody then typed one figure with a dot.
    writeCsv(
      rows.map((row, index) => row.map((one) => (index > 0 && /^-?\d+\.\d+$/.test(one) ? one.replace('.', '#') : one))),
    )
      .replaceAll(',', ';')
      .replaceAll('#', ',')
      .replace(/^(GBPUSD;.*);1,36;/m, '$1;1.36;'),
    'row 3, referencePrice: “1.36” must be a number from 0.000001 to 1000000000, such as 1.2, with a decimal comma as elsewhere in this file',
  ],
];

test('the list has at least 60 kinds of damage, all different', () => {
  expect(damages.length).toBeGreaterThanOrEqual(60);
  expect(new Set(damages.map(([, file]) => Buffer.from(file).toString('base64'))).size).toBe(damages.length);
});

test.each(damages)('the fault is reported, and nothing changes: %s', async (_, file, line) => {
  writeFileSync(given, file);
  const { code, said } = await run(['import', given, '--yes']);
  expect(code).toBe(1);
  expect(said.join('\n')).toContain(line);
  expect(said.at(-1)).toMatch(/has \d+ faults?\. Nothing was changed\.$/);
  expect(readFileSync(kept, 'utf8')).toBe(original);
  expect(readdirSync(folder).sort()).toEqual(['account-types', 'given.csv', instrumentFile, 'trading-calendars']);
});

test('all faults of a file are reported at once', async () => {
  const cells = {
    assetClass: 'fx',
    pipSize: 'x',
    'spread.master': '?',
    pricedAt: 'now',
    updatedAt: 'then',
    nameIt: '',
  };
  writeFileSync(given, withCells('GBPUSD', cells));
  const { said } = await run(['check', given]);
  for (const column of Object.keys(cells)) expect(said.join('\n')).toContain(`row 3, ${column}: `);
});

test('the demonstration has no fault, and an import of its export changes nothing', async () => {
  rmSync(given, { force: true });
  expect(await run(['export', given])).toMatchObject({ code: 0 });
  expect((await run(['export', given])).said).toEqual([`${given} exists. Add --yes to overwrite it.`]);
  expect(readFileSync(given, 'utf8')).toBe(original);
  expect((await run(['check', given])).said).toEqual([`${given}: 268 instruments, no fault.`]);
  expect((await run(['import', given])).said.at(-1)).toBe(`Nothing to change in ${instrumentFile}.`);
});

test('an import shows its changes, asks, and then makes them in one step', async () => {
  const changed = withCells('GBPUSD', { 'spread.prime': '0.8', nameEs: 'Libra, Dólar' });
  writeFileSync(given, `${changed}${changed.split('\n')[1]?.replace('EURUSD', 'EURXXX')}\n`);
  const refused = await run(['import', given]);
  expect(refused.code).toBe(1);
  expect(refused.said).toEqual([
    'new: EURXXX',
    'GBPUSD, nameEs: Libra / Dólar EE. UU. → Libra, Dólar',
    'GBPUSD, spread.prime: 0.9 → 0.8',
    '1 new, 1 changed, 267 as they are; 0 that the file does not name stay.',
    'Nothing was changed. Add --yes to change it without being asked.',
  ]);
  expect(readFileSync(kept, 'utf8')).toBe(original);
  expect((await run(['import', given], { answer: true })).code).toBe(0);
  const now = parseCsv(readFileSync(kept, 'utf8')).rows.map(({ cells }) => cells);
  expect(now).toHaveLength(rows.length + 1);
  const written = now[findRow('GBPUSD') - 1] ?? [];
  expect(
    header.map((column, index) => [column, written[index]]).filter(([, value], index) => value !== rows[2]?.[index]),
  ).toEqual([
    ['nameEs', 'Libra, Dólar'],
    ['spread.prime', '0.8'],
    ['updatedAt', '2026-11-23T10:00:00Z'],
  ]);
});

test('instruments that a file does not name stay', async () => {
  writeFileSync(given, writeCsv([header, rows[5] ?? []]));
  expect((await run(['import', given, '--yes'])).said).toContain(
    '0 new, 0 changed, 1 as they are; 267 that the file does not name stay.',
  );
  expect(readFileSync(kept, 'utf8')).toBe(original);
});

test.each([[['help']], [['import']], [['import', 'a.csv', '--force']], [[]]])('%j prints the usage', async (args) => {
  const { code, said } = await run(args);
  expect(code).toBe(64);
  expect(said[0]).toContain('npm run instruments -- check FILE.csv');
});

test('a missing file changes nothing', async () => {
  expect(await run(['import', join(folder, 'absent.csv'), '--yes'])).toEqual({
    code: 1,
    said: [`${join(folder, 'absent.csv')} cannot be read. Nothing was changed.`],
  });
});

test('Strapi gets all changes in one request, and its refusal is printed with the symbol', async () => {
  const [stored] = JSON.parse(
    JSON.stringify([
      { id: 1, documentId: 'd1', key: 'old', updatedAt: '2026-11-01T00:00:00.000Z', symbol: 'OLD', terms: [] },
    ]),
  ) as object[];
  const written: {
    method: string | undefined;
    url: string | undefined;
    token: string | undefined;
    symbols: unknown;
  }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET')
      return void response.end(JSON.stringify({ data: [stored], meta: { pagination: { total: 1, pageCount: 1 } } }));
    const { instruments } = JSON.parse(Buffer.concat(parts).toString()) as { instruments: { symbol: string }[] };
    written.push({
      method: request.method,
      url: request.url,
      token: request.headers.authorization,
      symbols: instruments.map(({ symbol }) => symbol),
    });
    response.statusCode = 400;
    const errors = [{ path: ['GBPUSD', 'pipSize'], message: 'GBPUSD: The pip must be the tick or a multiple of it.' }];
    response.end(JSON.stringify({ error: { message: 'all of them', details: { errors } } }));
  };
  const strapi = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => strapi.listen(0, '127.0.0.1', resolve));
  const environment = { STRAPI_URL: `http://127.0.0.1:${(strapi.address() as AddressInfo).port}` };
  try {
    writeFileSync(given, writeCsv([header, ['OLD', ...(rows[1]?.slice(1) ?? [])], rows[2] ?? []]));
    const without = await run(['import', given, '--yes'], { environment });
    expect(without.said.at(-1)).toMatch(/^STRAPI_WRITE_TOKEN must be .* Nothing was changed\.$/);
    expect(written).toEqual([]);
    const { code, said } = await run(['import', given, '--yes'], {
      environment: { ...environment, STRAPI_WRITE_TOKEN: 'secret' },
    });
    expect(code).toBe(1);
    expect(said.at(-1)?.split('\n')).toEqual([
      'GBPUSD: The pip must be the tick or a multiple of it.',
      'Strapi changed nothing.',
    ]);
    expect(written).toEqual([
      {
        method: 'POST',
        url: '/api/instrument-set',
        token: 'Bearer secret',
        symbols: expect.arrayContaining(['OLD', 'GBPUSD']),
      },
    ]);
  } finally {
    strapi.close();
  }
});
