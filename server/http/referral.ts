/**
 * Stores where a visitor came from: partner, campaign and click parameters of the landing page. The server stores them in a cookie on arrival, because
 * pages are the same bytes for everyone. A partner's link is always kept, because the partner is credited for registrations; parameters of
 * advertisements, the landing page and the first link are kept only with consent to advertising. The latest click counts, for 30 days, as the affiliate
 * programme promises; beside it the cookie keeps the first one of these 30 days.
 */
import { consentCookie, parseValidRecord } from '../../site/consent/consent-record.ts';
import type { LeadSource, Referral } from '../../site/page/form-services.ts';
import { readCookie, buildSetCookie } from './cookies.ts';

const partnerNames = ['ref', 'aff'];
/** Parameters of a campaign: in a partner's link they belong to the partner; otherwise to an advertisement. */
const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
/** Click ids of advertising networks. */
const clickNames = ['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'];
/** The path of the landing page, and the day of the visit. They are no parameters of an address. */
const arrivalNames = ['landing', 'on'];
const firstPrefix = 'first.';
const lifetimeSeconds = 30 * 24 * 60 * 60;
const maxValueLength = 200;
const maxCookieLength = 2000;
const cookie = 'referral';

/** The links that brought a visitor. `first` is empty when there was only one. */
interface Links {
  first: Referral;
  last: Referral;
}

const isEmpty = (referral: Referral) => Object.keys(referral).length === 0;
const writeDay = (time: Date) => time.toISOString().slice(0, 10);

/** Checks whether a visitor's record of consent allows advertising; null without a valid one among the cookies. */
export function allowsAds(cookieHeader: string): boolean | null {
  return parseValidRecord(readCookie(cookieHeader, consentCookie))?.categories.includes('ads') ?? null;
}

function take(parameters: URLSearchParams, names: readonly string[], into: Referral): void {
  for (const name of names) {
    const value = parameters
      .get(name)
      ?.replace(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, maxValueLength);
    if (value) into[name] = value;
  }
}

/**
 * Selects the parameters that may be kept. @param ads whether the visitor has consented to advertising.
 * @param campaign whether the name of a campaign may be kept without a partner.
 */
export function pickReferral(parameters: URLSearchParams, ads: boolean, campaign = ads): Referral {
  const referral: Referral = {};
  take(parameters, partnerNames, referral);
  if (campaign || !isEmpty(referral)) take(parameters, campaignNames, referral);
  if (ads) take(parameters, clickNames, referral);
  return referral;
}

/** Checks whether the answer to an address depends on the visitor's consent or sets a cookie: then no shared cache may keep it. */
export function isReferred(parameters: URLSearchParams): boolean {
  return !isEmpty(pickReferral(parameters, true));
}

/** Reads the cookie as far as the consent allows. A first link that is older than the cookie may live is dropped. */
function readLinks(cookieHeader: string, ads: boolean, now: Date): Links {
  const values = new URLSearchParams(readCookie(cookieHeader, cookie) ?? '');
  const last = pickReferral(values, ads);
  const first: Referral = {};
  if (!ads || isEmpty(last)) return { first, last };
  take(values, arrivalNames, last);
  const firstValues = [...values].filter(([name]) => name.startsWith(firstPrefix));
  const earliest = writeDay(new Date(now.getTime() - lifetimeSeconds * 1000));
  if ((values.get(`${firstPrefix}on`) ?? '') < earliest) return { first, last };
  take(
    new URLSearchParams(firstValues.map(([name, value]) => [name.slice(firstPrefix.length), value])),
    [...partnerNames, ...campaignNames, ...clickNames, ...arrivalNames],
    first,
  );
  return { first, last };
}

/** Adds the latest link. The one before becomes the first, if its day is known: only then can it be dropped in time. */
function addLink({ first, last }: Links, link: Referral): Links {
  const { landing: _landing, on: _on, ...parameters } = last;
  const isSame = Object.entries(parameters).every(([name, value]) => link[name] === value);
  return { first: isEmpty(first) && last['on'] && !isSame ? last : first, last: link };
}

function encodeLinks({ first, last }: Links): string {
  const firstValues = Object.entries(first).map(
    ([name, value]) => [`${firstPrefix}${name}`, value] as [string, string],
  );
  return new URLSearchParams([...Object.entries(last), ...firstValues]).toString();
}

/** @returns the value of a `Set-Cookie` header; null when even the latest link alone is too long. */
function writeLinks(links: Links, https: boolean): string | null {
  const value = [encodeLinks(links), encodeLinks({ ...links, first: {} })].find(
    ({ length }) => length <= maxCookieLength,
  );
  return value === undefined
    ? null
    : buildSetCookie(cookie, value, { https, maxAgeSeconds: value === '' ? 0 : lifetimeSeconds, httpOnly: true });
}

/**
 * Builds the cookie on arrival. @param parameters of the landing page's address. @param visit.landing its path.
 * @returns the value of a `Set-Cookie` header, or null when the address has no parameters that may be kept, or parameters that are too long.
 */
export function buildReferralCookie(
  parameters: URLSearchParams,
  visit: { cookieHeader: string; https: boolean; landing: string; now?: Date },
): string | null {
  const { cookieHeader, https, landing, now = new Date() } = visit;
  const ads = allowsAds(cookieHeader) ?? false;
  const link = pickReferral(parameters, ads);
  if (isEmpty(link)) return null;
  if (!ads) return writeLinks({ first: {}, last: link }, https);
  return writeLinks(addLink(readLinks(cookieHeader, ads, now), { ...link, landing, on: writeDay(now) }), https);
}

/**
 * Updates the cookie after a decision about consent: with advertising, adds the link to the current page; without, removes what only an
 * advertisement needs. A partner's link was kept on arrival. @param ads whether the decision allows advertising.
 * @param visit.page the `Referer` of the request. @returns the value of a `Set-Cookie` header, or null when nothing changes.
 */
export function updateReferralCookie(
  ads: boolean,
  visit: { cookieHeader: string; page: string; https: boolean; now?: Date },
): string | null {
  const { cookieHeader, page, https, now = new Date() } = visit;
  const previous = new URLSearchParams(readCookie(cookieHeader, cookie) ?? '');
  const links = readLinks(cookieHeader, ads, now);
  const address = ads && URL.canParse(page) ? new URL(page) : null;
  const link = address ? pickReferral(address.searchParams, true) : {};
  const next =
    address && !isEmpty(link) ? addLink(links, { ...link, landing: address.pathname, on: writeDay(now) }) : links;
  return encodeLinks(next) === previous.toString() ? null : writeLinks(next, https);
}

/**
 * Finds where the sender of a form came from: the form's own address, or else the cookie, as far as the visitor's consent allows now: it may have
 * expired, or been withdrawn without a request to the server. While the visitor has not decided, a form on the landing page itself names its
 * campaign, which is in the address that the form is sent to and nowhere on the device; after a refusal it names none.
 * @param hasStoredRecord the record of consent is in local storage: then the server knows each decision, and the cookie contains only allowed
 * parameters. @param landing path of the form's page.
 */
export function findReferral(
  parameters: URLSearchParams,
  cookieHeader: string,
  { hasStoredRecord, landing, now = new Date() }: { hasStoredRecord: boolean; landing: string; now?: Date },
): Pick<LeadSource, 'referral' | 'firstReferral'> {
  const ads = allowsAds(cookieHeader);
  const links = readLinks(cookieHeader, ads ?? hasStoredRecord, now);
  const isUndecided = ads === null && !hasStoredRecord;
  // A partner whom the visitor came from before stays, because only a later click that may be kept replaces it.
  const link = pickReferral(parameters, ads ?? false, ads ?? (isUndecided && isEmpty(links.last)));
  const { first, last } = isEmpty(link) ? links : addLink(links, { ...link, landing, on: writeDay(now) });
  return { referral: last, firstReferral: isEmpty(first) ? last : first };
}
