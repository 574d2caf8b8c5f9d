/** `cc_cookie` as the plain form sets it (R43): the same record and the same attributes that vanilla-cookieconsent writes. */
import { randomUUID } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import {
  type AdTag,
  type ConsentCategory,
  consentServices,
  cookieEntries,
} from '../../site/consent/consent-registry.ts';
import {
  type ConsentRecord,
  consentCookie,
  consentDays,
  consentRevision,
  parseValidRecord,
} from '../../site/consent/consent-record.ts';
import type { Locale } from '../../content/locales.ts';

/** The ticked categories, and services as `category.service`. */
export type Selection = 'all' | 'necessary' | readonly string[];

/** Reads a selection. A category is accepted when it or one of its services is ticked, as in the preferences dialog. */
function readSelection(selection: Selection): Pick<ConsentRecord, 'categories' | 'services'> {
  const services: Record<string, string[]> = {};
  const categories: ConsentCategory[] = [];
  for (const [category, all] of Object.entries(consentServices) as [ConsentCategory, readonly string[]][]) {
    const ticked = (name: string) => selection === 'all' || (Array.isArray(selection) && selection.includes(name));
    const accepted = all.filter((service) => ticked(`${category}.${service}`));
    services[category] = accepted;
    if (category === 'necessary' || (all.length > 0 ? accepted.length > 0 : ticked(category)))
      categories.push(category);
  }
  return { categories, services };
}

/**
 * Creates the record of a decision made now, with the id and the first time of a valid earlier record.
 * @param previous value of the visitor's consent cookie.
 */
export function createRecord(
  previous: string | undefined,
  selection: Selection,
  locale: Locale,
  now = new Date(),
): ConsentRecord {
  const record = parseValidRecord(previous, now.getTime());
  // Visitors can forge the cookie, and an id in another format than ours would make the proof invalid.
  const known =
    record && typeof record.consentId === 'string' && /^[\w-]{8,64}$/.test(record.consentId) ? record : null;
  const time = now.toISOString();
  return {
    ...readSelection(selection),
    revision: consentRevision,
    data: known?.data ?? null,
    consentTimestamp: known ? new Date(known.consentTimestamp).toISOString() : time,
    consentId: known?.consentId ?? randomUUID(),
    languageCode: locale,
    lastConsentTimestamp: time,
    expirationTime: now.getTime() + consentDays * 86_400_000,
  };
}

/** Lists the domains for which this host may set a cookie: the host, and every parent but the top-level domain. */
function listDomains(host: string): string[] {
  const parts = host.split('.');
  return parts.length < 2 || /^[\d.]+$|:/.test(host)
    ? []
    : parts.slice(0, -1).map((_, index) => parts.slice(index).join('.'));
}

export function buildRecordCookie(record: ConsentRecord, siteUrl: string): string {
  const { hostname, protocol } = new URL(siteUrl);
  return serialize(consentCookie, JSON.stringify(record), {
    expires: new Date(record.expirationTime),
    path: '/',
    sameSite: 'Lax',
    secure: protocol === 'https:',
    ...(hostname.includes('.') ? { domain: hostname } : {}),
  });
}

const tokenName = /^[\w!#$%&'*.^`|~+-]+$/;

/**
 * Deletes the cookies of services that the record does not allow, on this host and its parents.
 * @param held names of the cookies that the browser sent. @returns values of `Set-Cookie` headers.
 */
export function buildClearingCookies(
  record: ConsentRecord,
  held: readonly string[],
  adTags: readonly AdTag[],
  siteUrl: string,
): string[] {
  const refused = cookieEntries
    .filter(
      ({ category, service }) =>
        !record.categories.includes(category) || (service && !record.services[category]?.includes(service)),
    )
    .flatMap((entry) => entry.names)
    .concat(record.categories.includes('ads') ? [] : adTags.flatMap((tag) => tag.cookies));
  const isRefused = (name: string) =>
    refused.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
  const domains = [null, ...listDomains(new URL(siteUrl).hostname)];
  // A cookie with an invalid name cannot be cleared.
  return held
    .filter((name) => tokenName.test(name) && isRefused(name))
    .flatMap((name) =>
      domains.map((domain) => serialize(name, '', { expires: new Date(0), path: '/', ...(domain ? { domain } : {}) })),
    );
}
