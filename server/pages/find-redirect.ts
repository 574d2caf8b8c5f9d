/**
 * Finds where a path without a page redirects to (R05). A rule for `/x` applies in every language; a rule for `/es/x` comes before it in Spanish.
 * A visitor gets there in one step, although a rule may lead to the address of another rule, or to a former address of a document.
 */
import type { Redirect } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { findDocument, findDocumentPath } from '../../site/document-path.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type PageAddress, parsePageAddress } from './page-address.ts';
import { resolveRedirect } from './redirect-target.ts';

type Place = Pick<PageAddress, 'locale' | 'path' | 'queryString'>;

interface Target {
  to: string;
  permanent: boolean;
}

export function findRedirect(read: Reader, start: Place): Target | null {
  let found: Target | null = null;
  let place = start;
  // Each move of a page adds a redirect, so a way may be long. One that is a circle ends where it began to repeat itself.
  const followed = new Set<string>();
  for (;;) {
    const rule = findRule(read, place);
    if (!rule || followed.has(rule.from)) break;
    followed.add(rule.from);
    const permanent: boolean = rule.permanent && (found === null || found.permanent);
    found = { to: resolveRedirect(rule.to, place.locale, place.queryString), permanent };
    const next = parsePlace(found.to);
    if (!next) break;
    const path = findLivePath(read, next);
    if (path === next.path) break;
    if (path !== null) return { to: resolveRedirect(path, next.locale, next.queryString), permanent };
    place = next;
  }
  return found;
}

function findRule(read: Reader, { locale, path }: Place): Redirect | null {
  const rules = [localePath(path, locale), path].map((from) => read.bySlug('redirect', from, locale)?.document);
  return rules.find((rule) => rule !== undefined) ?? null;
}

/** @returns null for another site, and for a place on a page. */
function parsePlace(address: string): Place | null {
  if (!address.startsWith('/') || address.includes('#')) return null;
  const parsed = parsePageAddress(address);
  return parsed.kind === 'page' ? parsed.address : null;
}

/** @returns the path where visitors of an address find its document now; the same path when it is no document's; null when they find none. */
function findLivePath(read: Reader, { locale, path }: Place): string | null {
  const target = findDocument(path);
  if (!target) return path;
  const { type } = target;
  if (!('slug' in target)) return read.get(type, target.id, locale) ? path : null;
  const document = read.bySlug(type, target.slug, locale)?.document;
  return document ? findDocumentPath({ type, id: document.id, slug: 'slug' in document ? document.slug : null }) : null;
}
