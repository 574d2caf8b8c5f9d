/**
 * Where a visitor came from: partner, campaign and click parameters of the landing page. The server stores them in a cookie on arrival, because
 * pages are the same bytes for everyone. A partner's link is always kept, because the partner is credited for registrations; parameters of
 * advertisements are kept only with consent to advertising. The latest click counts, for 30 days, as the affiliate programme promises.
 */
import { consentCookie, validRecord } from '../../site/consent/consent-record.ts';
import { cookieValue, setCookieHeader } from './cookies.ts';

const partnerNames = ['ref', 'aff'];
/** In a partner's link they belong to the partner; otherwise to an advertisement. */
const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
/** Click ids of advertising networks. */
const clickNames = ['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'];
const lifetimeSeconds = 30 * 24 * 60 * 60;
const longest = 200;
const cookie = 'referral';

type Referral = Record<string, string>;

/** Whether a visitor's record of consent allows advertising; null without a valid one among the cookies. */
export function allowsAds(cookieHeader: string): boolean | null {
  return validRecord(cookieValue(cookieHeader, consentCookie))?.categories.includes('ads') ?? null;
}

/** @param ads whether the visitor has consented to advertising. */
export function pickReferral(parameters: URLSearchParams, ads: boolean): Referral {
  const found: Referral = {};
  const take = (names: readonly string[]) => {
    for (const name of names) {
      const value = parameters
        .get(name)
        ?.replace(/[\u0000-\u001f\u007f]/g, '')
        .slice(0, longest);
      if (value) found[name] = value;
    }
  };
  take(partnerNames);
  if (ads || Object.keys(found).length > 0) take(campaignNames);
  if (ads) take(clickNames);
  return found;
}

/** Whether the answer to an address depends on the visitor's consent or sets a cookie: then no shared cache may keep it. */
export function isReferred(parameters: URLSearchParams): boolean {
  return Object.keys(pickReferral(parameters, true)).length > 0;
}

function referralHeader(referral: Referral, https: boolean): string | null {
  const value = new URLSearchParams(referral).toString();
  return value.length > 2000
    ? null
    : setCookieHeader(cookie, value, { https, maxAgeSeconds: value === '' ? 0 : lifetimeSeconds, httpOnly: true });
}

/**
 * @param parameters of the landing page's address.
 * @returns the value of a `Set-Cookie` header, or null when the address has no parameters that may be kept, or parameters that are too long.
 */
export function referralOnArrival(
  parameters: URLSearchParams,
  { cookieHeader, https }: { cookieHeader: string; https: boolean },
): string | null {
  const found = pickReferral(parameters, allowsAds(cookieHeader) ?? false);
  return Object.keys(found).length === 0 ? null : referralHeader(found, https);
}

/**
 * Updates the cookie after a decision about consent: with advertising, adds the parameters of the page's address; without, removes those of
 * advertisements. A partner's link was kept on arrival. @param ads whether the decision allows advertising.
 * @param page the `Referer` of the request. @returns the value of a `Set-Cookie` header, or null when nothing changes.
 */
export function referralAfterDecision(
  ads: boolean,
  { cookieHeader, page, https }: { cookieHeader: string; page: string; https: boolean },
): string | null {
  const before = new URLSearchParams(cookieValue(cookieHeader, cookie) ?? '');
  const ofPage = ads && URL.canParse(page) ? pickReferral(new URL(page).searchParams, true) : {};
  const after = Object.keys(ofPage).length > 0 ? ofPage : pickReferral(before, ads);
  return new URLSearchParams(after).toString() === before.toString() ? null : referralHeader(after, https);
}

/**
 * The referral parameters of the form's own address, or else those of the cookie, as far as the visitor's consent allows now: it may have
 * expired, or been withdrawn without a request to the server.
 * @param hasStoredRecord the record of consent is in local storage: then the server knows each decision, and the cookie contains only allowed
 * parameters.
 */
export function keptReferral(parameters: URLSearchParams, cookieHeader: string, hasStoredRecord: boolean): Referral {
  const ads = allowsAds(cookieHeader);
  const own = pickReferral(parameters, ads ?? false);
  if (Object.keys(own).length > 0) return own;
  return pickReferral(new URLSearchParams(cookieValue(cookieHeader, cookie)), ads ?? hasStoredRecord);
}
