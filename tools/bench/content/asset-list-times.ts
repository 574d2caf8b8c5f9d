/** The asset list with 5 000 instruments: every filter and sort, asked of the built server, from the request to the last byte. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dailyBarFile } from '../../../content/feed/files/daily-bar-file.ts';
import { instrumentFile } from '../../../content/feed/files/instrument-file.ts';
import { projectRoot } from '../../project-root.ts';
import { listClasses, sortColumns } from '../../../site/instruments/asset-list-address.ts';
import { startBuiltSite } from '../../../tests/start-built-site.ts';
import { median } from '../machine.ts';

export interface AssetListTimes {
  instruments: number;
  /** Milliseconds. */
  medianMs: number;
  worst: { path: string; ms: number };
  csvMs: number;
  /** Brotli bytes of the list as it first appears, in the language in which it is largest. */
  bytes: number;
}

const wanted = 5000;
const tries = 7;

/** The lines of a file whose first cell is a symbol, with copies under other symbols. @param perSymbol lines of each symbol. */
function grown(text: string, perSymbol: number): string {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const count = Math.ceil(wanted / (lines.length / perSymbol)) - 1;
  const copies = Array.from({ length: count }, (_, copy) => lines.map((line) => line.replace(',', `${copy + 2},`)));
  return `${[header, ...lines, ...copies.flat().slice(0, wanted * perSymbol - lines.length)].join('\n')}\n`;
}

/** A folder like the project's, with the demonstration and copies of its instruments. */
async function grownRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'brokerfront-asset-list-'));
  await cp(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  await symlink(join(projectRoot, 'dist'), join(root, 'dist'));
  for (const [file, perSymbol] of [
    [instrumentFile, 1],
    [dailyBarFile, 60],
  ] as const) {
    const path = join(root, 'demo', file);
    await writeFile(path, grown(await readFile(path, 'utf8'), perSymbol));
  }
  return root;
}

/** Each request comes from another network address: nobody is that fast, and the site limits searches. */
let visitors = 0;

async function timeOf(url: string): Promise<{ ms: number; bytes: number }> {
  visitors += 1;
  const from = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br', 'user-agent': 'bench', 'x-bench-from': from } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - start, bytes });
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** @throws when a request fails. */
export async function measureAssetList(): Promise<AssetListTimes> {
  const root = await grownRoot();
  const site = await startBuiltSite({
    BROKERFRONT_ROOT: root,
    DATA_DIR: join(root, 'data'),
    LOG_LEVEL: 'silent',
    CLIENT_IP_HEADER: 'x-bench-from',
  });
  /** The tries of a path are spread over the whole time: what else the machine does comes in bursts. */
  const typical = async (paths: readonly string[]) => {
    const measured = paths.map((): number[] => []);
    for (let turn = 0; turn < tries; turn += 1)
      for (const [index, path] of paths.entries()) measured[index]?.push((await timeOf(`${site.url}${path}`)).ms);
    return paths.map((path, index) => ({ path, ms: median(measured[index] ?? []) }));
  };
  try {
    const queries = [
      ...sortColumns.flatMap((column) => [`?sort=${column}`, `?sort=-${column}`]),
      ...listClasses.map((one) => `?class=${one}&sort=-spread`),
      ...['gold', 'us', 'e', 'euro dollar', 'zzz'].map((words) => `?q=${encodeURIComponent(words)}`),
      '?size=100&page=40',
      '?q=us&class=stock&sort=name&size=50',
    ];
    const csv = '/api/instruments.csv?sort=-spread';
    const paths = ['', '/es', '/it'].flatMap((prefix) => queries.map((query) => `${prefix}/cfd-asset-list${query}`));
    // A server that has just started compiles what it runs, and makes the indexes of a language when they are first asked for.
    await typical([...paths, csv]);
    const all = await typical([...paths, csv]);
    const times = all.filter(({ path }) => path !== csv);
    const csvMs = all.find(({ path }) => path === csv)?.ms ?? Number.NaN;
    let bytes = 0;
    for (const prefix of ['', '/es', '/it'])
      bytes = Math.max(bytes, (await timeOf(`${site.url}${prefix}/cfd-asset-list`)).bytes);
    return {
      instruments: wanted,
      medianMs: median(times.map(({ ms }) => ms)),
      worst: times.reduce((worst, other) => (other.ms > worst.ms ? other : worst)),
      csvMs,
      bytes,
    };
  } finally {
    await site.stop();
    await rm(root, { recursive: true, force: true });
  }
}
