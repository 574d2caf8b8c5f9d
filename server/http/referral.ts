/**
 * Where a visitor came from: partner, campaign and click parameters of the landing page. The server stores them in a cookie on arrival, because
 * pages are the same bytes for everyone. A partner's link is kept for whoever registers, since the partner is credited; what an advertisement adds to
 * an address is kept only with consent to advertising. The latest click counts, for 30 days, as the affiliate programme promises.
 */
import { consentCookie, validRecord } from '../../site/consent/consent-record.ts';
import { cookieValue, setCookieHeader } from './cookies.ts';

const partnerNames = ['ref', 'aff'];
/** Of a partner's link they are part of what is credited; otherwise they are an advertisement's. */
const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
/** The numbers by which an advertising network knows a click. */
const clickNames = ['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'];
const lifetimeSeconds = 30 * 24 * 60 * 60;
const longest = 200;
const cookie = 'referral';

type Referral = Record<string, string>;

/** @param cookieHeader of the visitor. @returns whether the record of consent in it allows advertising. */
function allowsAds(cookieHeader: string): boolean {
  return validRecord(cookieValue(cookieHeader, consentCookie))?.categories.includes('ads') ?? false;
}

/** @param ads whether the visitor has consented to advertising. */
export function referralOf(parameters: URLSearchParams, ads: boolean): Referral {
  const ofPartner = partnerNames.some((name) => parameters.get(name));
  const names = [...partnerNames, ...(ofPartner || ads ? campaignNames : []), ...(ads ? clickNames : [])];
  const found: Referral = {};
  for (const name of names) {
    const value = parameters
      .get(name)
      ?.replace(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, longest);
    if (value) found[name] = value;
  }
  return found;
}

function setCookie(referral: Referral, https: boolean): string | null {
  const value = new URLSearchParams(referral).toString();
  return value.length > 2000
    ? null
    : setCookieHeader(cookie, value, { https, maxAgeSeconds: value === '' ? 0 : lifetimeSeconds, httpOnly: true });
}

/**
 * @param parameters of the landing page's address.
 * @returns the value of a `Set-Cookie` header, or null when the address has no parameters that may be kept, or too long ones.
 */
export function referralSetCookie(
  parameters: URLSearchParams,
  { cookieHeader, https }: { cookieHeader: string; https: boolean },
): string | null {
  const found = referralOf(parameters, allowsAds(cookieHeader));
  return Object.keys(found).length === 0 ? null : setCookie(found, https);
}

/**
 * What remains of the cookie after a decision about consent: with advertising, what the address of the page adds on which it was made; without,
 * nothing of an advertisement. @param ads whether the decision allows advertising. @param page the `Referer` of the request.
 * @returns the value of a `Set-Cookie` header, or null when nothing changes.
 */
export function referralAfterDecision(
  ads: boolean,
  { cookieHeader, page, https }: { cookieHeader: string; page: string; https: boolean },
): string | null {
  const before = new URLSearchParams(cookieValue(cookieHeader, cookie) ?? '');
  const ofPage = URL.canParse(page) ? referralOf(new URL(page).searchParams, ads) : {};
  const after = Object.keys(ofPage).length > 0 ? ofPage : referralOf(before, ads);
  return new URLSearchParams(after).toString() === before.toString() ? null : setCookie(after, https);
}

/** The referral parameters of the form's own address, or else those of the cookie, which has only what could be kept. */
export function keptReferral(parameters: URLSearchParams, cookieHeader: string): Referral {
  const own = referralOf(parameters, allowsAds(cookieHeader));
  if (Object.keys(own).length > 0) return own;
  return referralOf(new URLSearchParams(cookieValue(cookieHeader, cookie)), true);
}
