/**
 * Copies a running site into files. Sends the ETag of each former copy, so that unchanged answers are neither sent nor written. Writes the list of
 * copies last, so that an interrupted export leaves the former list intact.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { findAddresses } from './found-addresses.ts';

/** The copy of one address. */
export interface Copy {
  /** Path within the export's `files/`; null for a redirect. */
  file: string | null;
  /** Where a redirect leads. */
  to: string | null;
  status: number;
  etag: string | null;
  /** The headers that a web server must send with it. */
  headers: Record<string, string>;
  /** Addresses that the copy refers to. */
  names: string[];
}

export type Copies = Record<string, Copy>;

interface Options {
  /** The origin from which the site is requested. */
  origin: string;
  folder: string;
  /** The site's STRAPI_WEBHOOK_SECRET: with it the site names its redirects and unlisted pages. */
  secret: string;
  /** Called with each address whose answer cannot be copied. */
  onProblem: (message: string) => void;
}

/** Few requests at the same time, so that an export does not slow the site down for its visitors. */
const parallelRequests = 4;
const firstAddresses = ['/', '/sitemap.xml', '/robots.txt', '/favicon.ico', '/.well-known/security.txt'];
/** Headers that belong to one connection or one moment. */
const uncopiedHeaders = new Set(
  'date connection keep-alive content-length etag vary transfer-encoding set-cookie age'.split(' '),
);
const copiesFile = 'copies.json';

export async function readCopies(folder: string): Promise<Copies> {
  const file = join(folder, copiesFile);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Copies) : {};
}

/** Chooses the file of an address: a page in a folder of its name, each further page of a list next to it. */
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
const maxAddressLength = 1500;

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

/** Selects the further pages of a list, but not its orders and filters, which have the same rows. */
function isCopied(address: string): boolean {
  const { searchParams } = new URL(address, 'http://site');
  return [...searchParams].every(([name, value]) => name === 'page' && /^[1-9]\d{0,3}$/.test(value));
}

/** Copies the site. @throws when the site does not answer, or refuses the secret. */
export async function exportSite({ origin, folder, secret, onProblem }: Options) {
  const formerCopies = await readCopies(folder);
  const copies: Copies = {};
  const counts = { written: 0, unchanged: 0, removed: 0 };
  const files = join(folder, 'files');
  const home = await (await fetch(`${origin}/`, { headers: englishHeaders })).text();
  const publicOrigin = new URL(/<link rel="canonical" href="([^"]+)"/.exec(home)?.[1] ?? origin).origin;
  const knownAddresses = new Set([
    ...firstAddresses,
    ...locales.map((locale) => localePath('/', locale)),
    ...(await fetchAddresses(origin, secret)),
  ]);
  // Each address is copied once, because two copies at the same time would write the same file.
  const waiting = [...knownAddresses];

  async function copyAddress(address: string): Promise<void> {
    if (!canDecode(address)) return onProblem(`${address} cannot be decoded, and is not copied`);
    if (address.length > maxAddressLength)
      return onProblem(`${address.slice(0, 80)}… has ${address.length} characters, and is not copied`);
    const formerCopy = formerCopies[address];
    const response = await fetch(`${origin}${address}`, {
      redirect: 'manual',
      headers: {
        ...englishHeaders,
        ...(formerCopy?.etag && existsSync(join(files, formerCopy.file ?? ''))
          ? { 'if-none-match': formerCopy.etag }
          : {}),
      },
    });
    if (response.status === 304 && formerCopy) {
      copies[address] = formerCopy;
      counts.unchanged += 1;
      return addAddresses(formerCopy.names);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !uncopiedHeaders.has(name)));
    const to = response.headers.get('location');
    if (to !== null) {
      const target = to.startsWith(publicOrigin) ? to.slice(publicOrigin.length) : to;
      copies[address] = { file: null, to: target, status: response.status, etag: null, headers: {}, names: [target] };
      return addAddresses([target]);
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
    const names = findAddresses(
      type,
      /text|json|xml|javascript/.test(type) ? bytes.toString() : '',
      address,
      publicOrigin,
    );
    if (isPage) names.push(payloadAddress(address));
    await writeWhole(join(files, file), bytes);
    counts.written += 1;
    copies[address] = { file, to: null, status: 200, etag: response.headers.get('etag'), headers, names };
    return addAddresses(names);
  }
  function addAddresses(names: readonly string[]): void {
    for (const name of names) {
      if (knownAddresses.has(name) || !isOwn(name) || !isCopied(name)) continue;
      knownAddresses.add(name);
      waiting.push(name);
    }
  }

  // Each copied answer names further addresses, so the list grows during the loop.
  while (waiting.length > 0) await Promise.all(waiting.splice(0, parallelRequests).map(copyAddress));
  await writeWhole(join(folder, copiesFile), Buffer.from(JSON.stringify(copies)));
  const all = Object.values(copies);
  const keptFiles = new Set(all.map(({ file }) => file));
  for (const { file } of Object.values(formerCopies))
    if (file && !keptFiles.has(file)) {
      await rm(join(files, file), { force: true });
      counts.removed += 1;
    }
  const redirects = all.filter(({ to }) => to !== null).length;
  const pages = all.filter(({ file, headers }) => file && headers['content-type']?.startsWith('text/html')).length;
  return { pages, files: all.length - redirects - pages, redirects, ...counts };
}

/** The cookie keeps `/` English, also if the machine has another language. */
const englishHeaders = { cookie: 'locale=en', 'accept-language': 'en', 'accept-encoding': 'identity' };

function payloadAddress(address: string): string {
  const { pathname, search } = new URL(address, 'http://site');
  return `${pathname.replace(/\/$/, '')}/_payload.json${search}`;
}

/** Requests the addresses that no page links to; none without a secret. @throws when the site refuses the secret. */
async function fetchAddresses(origin: string, secret: string): Promise<string[]> {
  if (secret === '') return [];
  const response = await fetch(`${origin}/api/content/addresses`, { headers: { 'x-webhook-secret': secret } });
  if (!response.ok)
    throw new Error(
      `The site answered ${response.status} to the request for its addresses: is STRAPI_WEBHOOK_SECRET the same?`,
    );
  return (await response.json()) as string[];
}

/** Writes `objects.jsonl` for an object storage that serves a site: the key, file and headers of each object, or its redirect. */
export async function writeObjectList(folder: string, copies: Copies): Promise<void> {
  const rows = Object.entries(copies).map(([address, { file, to, status, headers }]) =>
    JSON.stringify({
      // The key of a page has no `index.html`, because visitors request the page without it.
      key: address.slice(1),
      ...(to === null ? { file: `files/${file ?? ''}`, headers } : { status, to }),
    }),
  );
  await writeFile(join(folder, 'objects.jsonl'), `${rows.join('\n')}\n`);
}
