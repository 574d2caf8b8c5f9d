/**
 * The address of a page: a fixed one of the site, which stays, or one that an editor chooses: `summer`, `campaign/summer`, or one level below
 * another page. It is the same in every language.
 */
import type { Core } from '@strapi/strapi';
import { localeCodes, type Entry, type Fields } from '../../setup/content-types';
import { findRows, type Saving } from './address-rules';
import { addressWords, freeAddress } from './address-words';
import { type Problem, tell } from '../problem';
import { documentFolders, isFixedPage, isOwnFile, legalPages, listPaths, sitePages } from './site-addresses';

export const pageUid = 'api::page.page';
/** The one parent that needs no page. */
const campaigns = 'campaign';
/** Also of what may stand before the site at the same address. */
const systemWords: ReadonlySet<string> = new Set(['admin', 'dev', 'uploads']);

/** Fills the path, from the title while there is none, and the key, which never changes, so that the site knows the page again after a move. */
export async function fillPath(strapi: Core.Strapi, { documentId, data }: Saving): Promise<void> {
  const rows = documentId ? await findRows(strapi, pageUid, { documentId }, ['path', 'key']) : [];
  const own = findText(rows, 'path');
  const given = typeof data.path === 'string' ? cleanPath(data.path) : '';
  const words = given || own ? '' : addressWords(data.title);
  if ('path' in data || words) data.path = given || own || (words ? await findFreePath(strapi, words) : null);
  const path = String(data.path ?? own ?? '');
  const key = findText(rows, 'key');
  if (isFixedPage(path)) data.key = path;
  else if (key && !isFixedPage(key)) data.key = key;
  else if (path) data.key = await findFreeKey(strapi, addressWords(path));
}

const findText = (rows: Entry[], field: 'path' | 'key') =>
  rows.map((row) => row[field]).find((value): value is string => typeof value === 'string' && value !== '');

/** What editors may type or paste: `/Campaign/Summer offer/`. */
export function cleanPath(path: string): string {
  return path
    .split('/')
    .map((part) => addressWords(part))
    .filter(Boolean)
    .join('/');
}

async function findFreePath(strapi: Core.Strapi, words: string): Promise<string> {
  const taken = new Set(
    (await findRows(strapi, pageUid, { path: { $startsWith: words } }, ['path'])).map(({ path }) => String(path)),
  );
  return freeAddress(findReservedProblem(words) === null && !isFixedPage(words) ? words : `${words}-page`, taken);
}

async function findFreeKey(strapi: Core.Strapi, words: string): Promise<string> {
  const rows = await findRows(strapi, pageUid, { key: { $startsWith: words } }, ['key']);
  return freeAddress(
    words,
    new Set([...rows.map(({ key }) => String(key)), ...Object.keys({ ...sitePages, ...legalPages })]),
  );
}

/** @param publishing the page above it has to be live. */
export async function findPagePathProblems(
  strapi: Core.Strapi,
  documentId: string | undefined,
  data: Fields,
  publishing = false,
): Promise<Problem[]> {
  const known = documentId ? await findRows(strapi, pageUid, { documentId }, ['path', 'publishedAt']) : [];
  const own = findText(known, 'path');
  if (!('path' in data) && !own) return [];
  const path = cleanPath(String(('path' in data ? data.path : own) ?? ''));
  const message =
    own && path !== own && isFixedPage(own)
      ? `“${own}” is this page’s address and stays: the site, links and search engines know it by that. To lead visitors to another page, unpublish the page and add a redirect from /${own}.`
      : path === ''
        ? // A draft may have no address yet.
          publishing && 'Write the address: visitors find the page there.'
        : await findPathProblem(strapi, { documentId, known, path, publishing });
  return message ? tell(['path'], message) : [];
}

async function findPathProblem(
  strapi: Core.Strapi,
  {
    documentId,
    known,
    path,
    publishing,
  }: { documentId: string | undefined; known: Entry[]; path: string; publishing: boolean },
): Promise<string | null> {
  const reserved = findReservedProblem(path);
  if (reserved) return reserved;
  const others = (await findRows(strapi, pageUid, { path }, ['path'])).filter((row) => row.documentId !== documentId);
  if (others.length > 0)
    return `There is already a page “${path}”: open that one and change it, or write another address.`;
  const [parent = '', child] = path.split('/');
  if (child !== undefined && parent !== campaigns) {
    const above = await findRows(strapi, pageUid, { path: parent }, ['path', 'publishedAt']);
    if (above.length === 0)
      return `There is no page “${parent}” above it. Make that page first, or write an address without it: ${child}, or ${campaigns}/${child}.`;
    if (publishing && !above.some(({ publishedAt }) => publishedAt))
      return `The page “${parent}” above it is not published: publish that one first.`;
  }
  return findBelowProblem(strapi, known, path);
}

/** Drafts and live rows of the pages below an address. Campaigns need no page above them, so they follow none. */
export async function findBelow(strapi: Core.Strapi, path: string): Promise<Entry[]> {
  if (path === '' || path === campaigns) return [];
  return findRows(strapi, pageUid, { path: { $startsWith: `${path}/` } }, [
    'path',
    'key',
    'locale',
    'publishedAt',
    'updatedAt',
  ]);
}

/** The pages below follow a page to its new address (`pages-below.ts`), unless they would have none there. */
async function findBelowProblem(strapi: Core.Strapi, known: Entry[], path: string): Promise<string | null> {
  const isLive = known.some(({ publishedAt }) => publishedAt);
  for (const left of new Set(known.map((row) => String(row.path ?? '')).filter((one) => one !== path)))
    for (const below of await findBelow(strapi, left)) {
      const own = String(below.path);
      const next = `${path}${own.slice(left.length)}`;
      if (!isLive && below.publishedAt)
        return `The page “${own}” below it is published and would move too: publish this one at “${left}” first, then move it.`;
      const taken = await findRows(strapi, pageUid, { path: next }, ['path']);
      const reason =
        findReservedProblem(next) ??
        (taken.some(({ documentId }) => documentId !== below.documentId) && `there is already a page “${next}”.`);
      if (reason) return `The page “${own}” below it would move too, and cannot: ${reason} Move that one first.`;
    }
  return null;
}

/** Says which addresses change with that of a page. */
export async function findMovedBelowWarnings(
  strapi: Core.Strapi,
  documentId: string | undefined,
  { path }: Fields,
): Promise<Problem[]> {
  const known = documentId ? await findRows(strapi, pageUid, { documentId }, ['path', 'publishedAt']) : [];
  const left = known.find(({ publishedAt }) => publishedAt)?.path;
  const next = cleanPath(String(path ?? ''));
  if (typeof left !== 'string' || next === '' || next === left) return [];
  const moves = (await findBelow(strapi, left)).map(
    (row) => `${String(row.path)} → ${next}${String(row.path).slice(left.length)}`,
  );
  const names = [...new Set(moves)];
  if (names.length === 0) return [];
  return tell(
    ['path'],
    `The pages below it move too: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}.`,
  );
}

/** Words that no page may have, because something else answers there. */
function findReservedProblem(path: string): string | null {
  const parts = path.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2)
    return `“${path}” is too deep: a page is at most one level below another, as ${campaigns}/summer.`;
  if (Object.hasOwn(legalPages, path))
    return `“${path}” is a legal document: write it under Legal document, not as a page.`;
  if (isFixedPage(path)) return null;
  if ((localeCodes as readonly string[]).includes(first) || (/^[a-z]{2}$/.test(first) && !isFixedPage(first)))
    return `“${first}” is kept for a language: write the address without language, which is the same in all of them.`;
  if (isOwnFile(`/${first}`) || systemWords.has(first))
    return `“${first}” belongs to the site itself: write another word.`;
  const folder = documentFolders.find(({ prefix }) => prefix === `/${first}/` || prefix === `/${path}/`);
  if (folder)
    return `Addresses below ${folder.prefix.slice(0, -1)} belong to documents of the kind ${folder.type.replaceAll('-', ' ')}: write another word.`;
  if (listPaths.includes(`/${path}`) || listPaths.includes(`/${first}`))
    return `“/${path}” is a list that the site makes itself: write another word.`;
  if (second !== undefined && (first === 'home' || Object.hasOwn(legalPages, first)))
    return `No page can be below “${first}”: write an address without it.`;
  return null;
}
