/**
 * Copies a running site into files. The validator of each last copy saves sending and writing unchanged answers. The list of copies is written last,
 * so that an interrupted export leaves the former one intact.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { foundAddresses } from './found-addresses.ts';

/** The copy of one address. */
export interface Copy {
  /** Path within the export's `files/`; null for a redirect. */
  file: string | null;
  /** Where a redirect leads. */
  to: string | null;
  status: number;
  etag: string | null;
  /** Those that a web server has to send with it. */
  headers: Record<string, string>;
  /** Addresses that it names. */
  names: string[];
}

export type Copies = Record<string, Copy>;

export interface ExportReport {
  pages: number;
  files: number;
  redirects: number;
  written: number;
  unchanged: number;
  removed: number;
}

interface Options {
  /** The origin from which the site is requested. */
  origin: string;
  folder: string;
  /** The site's STRAPI_WEBHOOK_SECRET: with it the site names its redirects and unlisted pages. */
  secret: string;
  /** Called with each address whose answer cannot be copied. */
  onProblem: (message: string) => void;
}

/** Requests at the same time: an export must not slow the site down for its visitors. */
const atOnce = 4;
const firstAddresses = ['/', '/sitemap.xml', '/robots.txt', '/favicon.ico', '/.well-known/security.txt'];
/** Headers of one connection or one moment. */
const momentary = new Set(
  'date connection keep-alive content-length etag vary transfer-encoding set-cookie age'.split(' '),
);
const copiesFile = 'copies.json';

export async function readCopies(folder: string): Promise<Copies> {
  const file = join(folder, copiesFile);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Copies) : {};
}

/** Where an address is stored: a page in a folder of its name, each page of a list beside it. */
function choosePath(address: string, isPage: boolean): string {
  const { pathname: encoded, searchParams } = new URL(address, 'http://site');
  const pathname = decodeURIComponent(encoded);
  const page = searchParams.get('page');
  const suffix = page === null ? '' : `@page=${page}`;
  if (isPage) return `${pathname.replace(/\/$/, '')}/index${suffix}.html`.slice(1);
  return pathname.endsWith('/_payload.json')
    ? pathname.slice(1).replace(/\.json$/, `${suffix}.json`)
    : pathname.slice(1);
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, bytes);
  await rename(`${file}.part`, file);
}

/** Neither a file's name nor a key of nginx's maps is much longer. */
const longestAddress = 1500;

function canDecode(address: string): boolean {
  try {
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

function isOwn(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

/** Copies the further pages of a list, but not its orders and filters, which have the same rows. */
function isCopied(address: string): boolean {
  const { searchParams } = new URL(address, 'http://site');
  return [...searchParams].every(([name, value]) => name === 'page' && /^[1-9]\d{0,3}$/.test(value));
}

/** @throws when the site does not answer, or refuses the secret. */
export async function exportSite({ origin, folder, secret, onProblem }: Options): Promise<ExportReport> {
  const before = await readCopies(folder);
  const copies: Copies = {};
  const counts = { written: 0, unchanged: 0, removed: 0 };
  const files = join(folder, 'files');
  const home = await (await fetch(`${origin}/`, { headers: english })).text();
  const publicOrigin = new URL(/<link rel="canonical" href="([^"]+)"/.exec(home)?.[1] ?? origin).origin;
  const known = new Set([
    ...firstAddresses,
    ...locales.map((locale) => localePath('/', locale)),
    ...(await fetchAddresses(origin, secret)),
  ]);
  // Each once: two copies of one page at the same time would write one file.
  const wanted = [...known];

  async function take(address: string): Promise<void> {
    if (!canDecode(address)) return onProblem(`${address} cannot be decoded, and is not copied`);
    if (address.length > longestAddress)
      return onProblem(`${address.slice(0, 80)}… has ${address.length} characters, and is not copied`);
    const last = before[address];
    const response = await fetch(`${origin}${address}`, {
      redirect: 'manual',
      headers: {
        ...english,
        ...(last?.etag && existsSync(join(files, last.file ?? '')) ? { 'if-none-match': last.etag } : {}),
      },
    });
    if (response.status === 304 && last) {
      copies[address] = last;
      counts.unchanged += 1;
      return found(last.names);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !momentary.has(name)));
    const to = response.headers.get('location');
    if (to !== null) {
      const target = to.startsWith(publicOrigin) ? to.slice(publicOrigin.length) : to;
      copies[address] = { file: null, to: target, status: response.status, etag: null, headers: {}, names: [target] };
      return found([target]);
    }
    if (response.status !== 200) {
      if (response.status !== 404) onProblem(`${address} answered ${response.status}, and is not copied`);
      return;
    }
    // Excludes answers for one visitor. Further pages of a list are rendered for each request, but are the same for everybody.
    if (/no-store/.test(headers['cache-control'] ?? '') && !address.includes('?')) return;
    const type = headers['content-type'] ?? '';
    const isPage = type.startsWith('text/html');
    const file = choosePath(address, isPage);
    const names = foundAddresses(
      type,
      /text|json|xml|javascript/.test(type) ? bytes.toString() : '',
      address,
      publicOrigin,
    );
    if (isPage) names.push(payloadAddress(address));
    await writeWhole(join(files, file), bytes);
    counts.written += 1;
    copies[address] = { file, to: null, status: 200, etag: response.headers.get('etag'), headers, names };
    return found(names);
  }
  function found(names: readonly string[]): void {
    for (const name of names) {
      if (known.has(name) || !isOwn(name) || !isCopied(name)) continue;
      known.add(name);
      wanted.push(name);
    }
  }

  // Each copied answer names further addresses, so the list grows during the loop.
  while (wanted.length > 0) await Promise.all(wanted.splice(0, atOnce).map(take));
  await writeWhole(join(folder, copiesFile), Buffer.from(JSON.stringify(copies)));
  const all = Object.values(copies);
  const kept = new Set(all.map(({ file }) => file));
  for (const { file } of Object.values(before))
    if (file && !kept.has(file)) {
      await rm(join(files, file), { force: true });
      counts.removed += 1;
    }
  const redirects = all.filter(({ to }) => to !== null).length;
  const pages = all.filter(({ file, headers }) => file && headers['content-type']?.startsWith('text/html')).length;
  return { pages, files: all.length - redirects - pages, redirects, ...counts };
}

/** The cookie keeps `/` English, whatever the machine's language is. */
const english = { cookie: 'locale=en', 'accept-language': 'en', 'accept-encoding': 'identity' };

function payloadAddress(address: string): string {
  const { pathname, search } = new URL(address, 'http://site');
  return `${pathname.replace(/\/$/, '')}/_payload.json${search}`;
}

/** @returns an empty list without a secret. @throws when the site refuses it. */
async function fetchAddresses(origin: string, secret: string): Promise<string[]> {
  if (secret === '') return [];
  const response = await fetch(`${origin}/api/content/addresses`, { headers: { 'x-webhook-secret': secret } });
  if (!response.ok)
    throw new Error(
      `The site answered ${response.status} to the question for its addresses: is it the same STRAPI_WEBHOOK_SECRET?`,
    );
  return (await response.json()) as string[];
}

/** Writes `objects.jsonl`: for an object storage that serves a site, each object's key, file and headers, or where it redirects. */
export async function writeObjectList(folder: string, copies: Copies): Promise<void> {
  const rows = Object.entries(copies).map(([address, { file, to, status, headers }]) =>
    JSON.stringify({
      // A page has no `index.html` in its key, as visitors request it.
      key: address.slice(1),
      ...(to === null ? { file: `files/${file ?? ''}`, headers } : { status, to }),
    }),
  );
  await writeFile(join(folder, 'objects.jsonl'), `${rows.join('\n')}\n`);
}
