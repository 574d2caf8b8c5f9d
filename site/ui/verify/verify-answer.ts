/** What `/verify` answers, as data that travels between server and browser, and the steps from a file to an answer. */
import { type Comparison, type PageVersion, comparePage } from './compare-pages.ts';
import { findCanonical, readPageText } from './page-text.ts';
import { readSavedPage } from './saved-page.ts';

/** Bytes. */
export const maxSavedPage = 5 * 1024 * 1024;

/** The versions of one address that are compared at most: the newest. */
export const maxVersions = 100;

export type FileAnswer =
  /** `path` of the address whose versions were compared; `others`: hosts that the file names and that are not ours. */
  | (Comparison & { path: string; others: string[] })
  /** Not a page, or a page that does not say which one it is. */
  | { kind: 'no-page' }
  | { kind: 'nameless' }
  | { kind: 'too-large' };

export type AddressAnswer =
  /** The page stands there since `since`; there has been one since `first`. */
  | { kind: 'stands'; path: string; since: number; first: number }
  /** There was one. `to`: where the address leads now. */
  | { kind: 'stood'; path: string; first: number; until: number; to: string | null }
  | { kind: 'unknown'; path: string }
  | { kind: 'foreign'; host: string }
  | { kind: 'no-address' };

export type VerifyAnswer = FileAnswer | AddressAnswer;

export interface TypedAddress {
  host: string;
  path: string;
}

/** Longer ones are no address of this site. */
const maxAddress = 2000;

/**
 * Reads an address as people type and paste it: without scheme, with spaces around, in capitals, or only its path.
 * @param ownHost stands for an address that names none. @returns null for what is no address.
 */
export function readAddress(typed: string, ownHost: string): TypedAddress | null {
  const text = typed.trim().replace(/\s+/g, '');
  if (text === '' || text.length > maxAddress) return null;
  const whole =
    text.startsWith('/') && !text.startsWith('//')
      ? `http://${ownHost}${text}`
      : /^https?:/i.test(text)
        ? text
        : /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
          ? ''
          : `http://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole)) return null;
  const { host, hostname, pathname } = new URL(whole);
  if (!hostname.includes('.') && hostname !== ownHost.split(':')[0] && !hostname.startsWith('[')) return null;
  return { host, path: pathname };
}

function removeWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

export function isOwnHost(host: string, ownHost: string): boolean {
  return removeWww(host) === removeWww(ownHost);
}

/** The answer of `/api/verify`: versions with the numbers of their entries; null for an address that never was a page of this site. */
export interface VersionsAnswer {
  versions: (PageVersion & { seq: number })[] | null;
}

/** How the versions of an address are read, the newest first; null when nothing is known of it. */
export type ReadVersions = (path: string) => Promise<AsyncIterable<PageVersion> | null>;

/**
 * Says whether a file is a page of ours. @param typed address of the page, for a file that names none; may be empty.
 */
export async function answerFile(
  bytes: Uint8Array,
  typed: string,
  ownHost: string,
  readVersions: ReadVersions,
): Promise<FileAnswer> {
  if (bytes.length > maxSavedPage) return { kind: 'too-large' };
  const saved = readSavedPage(bytes);
  if (!saved) return { kind: 'no-page' };
  const canonical = findCanonical(saved.html);
  const named = [saved.location, canonical, typed]
    .flatMap((address) => readAddress(address ?? '', ownHost) ?? [])
    .filter(({ host }) => host !== '');
  if (named.length === 0) return { kind: 'nameless' };
  const others = [...new Set(named.map(({ host }) => host).filter((host) => !isOwnHost(host, ownHost)))];
  const origins = named.flatMap(({ host }) => [`http://${host}`, `https://${host}`]);
  const paths = [...new Set(named.map(({ path }) => path))];
  for (const path of paths) {
    const versions = await readVersions(path);
    if (!versions) continue;
    const comparison = await comparePage(readPageText(saved.html, path, origins), versions);
    if (comparison.kind !== 'never') return { ...comparison, path, others };
  }
  return { kind: 'never', path: paths[0] ?? '/', others };
}
