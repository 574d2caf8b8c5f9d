/**
 * Stores where a visitor came from: partner, campaign and click parameters of the landing page. The server stores them in a cookie on arrival, because
 * pages are the same bytes for everyone. A partner's link is always kept, because the partner is credited for registrations; parameters of
 * advertisements are kept only with consent to advertising. The latest click counts, for 30 days, as the affiliate programme promises.
 */
import { consentCookie, parseValidRecord } from '../../site/consent/consent-record.ts';
import { readCookie, buildSetCookie } from './cookies.ts';

const partnerNames = ['ref', 'aff'];
/** Parameters of a campaign: in a partner's link they belong to the partner; otherwise to an advertisement. */
const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
/** Click ids of advertising networks. */
const clickNames = ['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'];
const lifetimeSeconds = 30 * 24 * 60 * 60;
const maxValueLength = 200;
const cookie = 'referral';

type Referral = Record<string, string>;

/** Checks whether a visitor's record of consent allows advertising; null without a valid one among the cookies. */
export function allowsAds(cookieHeader: string): boolean | null {
  return parseValidRecord(readCookie(cookieHeader, consentCookie))?.categories.includes('ads') ?? null;
}

/** Selects the parameters that may be kept. @param ads whether the visitor has consented to advertising. */
export function pickReferral(parameters: URLSearchParams, ads: boolean): Referral {
  const referral: Referral = {};
  const take = (names: readonly string[]) => {
    for (const name of names) {
      const value = parameters
        .get(name)
        ?.replace(/[\u0000-\u001f\u007f]/g, '')
        .slice(0, maxValueLength);
      if (value) referral[name] = value;
    }
  };
  take(partnerNames);
  if (ads || Object.keys(referral).length > 0) take(campaignNames);
  if (ads) take(clickNames);
  return referral;
}

/** Checks whether the answer to an address depends on the visitor's consent or sets a cookie: then no shared cache may keep it. */
export function isReferred(parameters: URLSearchParams): boolean {
  return Object.keys(pickReferral(parameters, true)).length > 0;
}

function writeReferral(referral: Referral, https: boolean): string | null {
  const value = new URLSearchParams(referral).toString();
  return value.length > 2000
    ? null
    : buildSetCookie(cookie, value, { https, maxAgeSeconds: value === '' ? 0 : lifetimeSeconds, httpOnly: true });
}

/**
 * Builds the cookie on arrival. @param parameters of the landing page's address.
 * @returns the value of a `Set-Cookie` header, or null when the address has no parameters that may be kept, or parameters that are too long.
 */
export function buildReferralCookie(
  parameters: URLSearchParams,
  { cookieHeader, https }: { cookieHeader: string; https: boolean },
): string | null {
  const referral = pickReferral(parameters, allowsAds(cookieHeader) ?? false);
  return Object.keys(referral).length === 0 ? null : writeReferral(referral, https);
}

/**
 * Updates the cookie after a decision about consent: with advertising, adds the parameters of the page's address; without, removes those of
 * advertisements. A partner's link was kept on arrival. @param ads whether the decision allows advertising.
 * @param page the `Referer` of the request. @returns the value of a `Set-Cookie` header, or null when nothing changes.
 */
export function updateReferralCookie(
  ads: boolean,
  { cookieHeader, page, https }: { cookieHeader: string; page: string; https: boolean },
): string | null {
  const previous = new URLSearchParams(readCookie(cookieHeader, cookie) ?? '');
  const pageReferral = ads && URL.canParse(page) ? pickReferral(new URL(page).searchParams, true) : {};
  const next = Object.keys(pageReferral).length > 0 ? pageReferral : pickReferral(previous, ads);
  return new URLSearchParams(next).toString() === previous.toString() ? null : writeReferral(next, https);
}

/**
 * Finds the referral parameters of the form's own address, or else those of the cookie, as far as the visitor's consent allows now: it may have
 * expired, or been withdrawn without a request to the server.
 * @param hasStoredRecord the record of consent is in local storage: then the server knows each decision, and the cookie contains only allowed
 * parameters.
 */
export function findReferral(parameters: URLSearchParams, cookieHeader: string, hasStoredRecord: boolean): Referral {
  const ads = allowsAds(cookieHeader);
  const formReferral = pickReferral(parameters, ads ?? false);
  if (Object.keys(formReferral).length > 0) return formReferral;
  return pickReferral(new URLSearchParams(readCookie(cookieHeader, cookie)), ads ?? hasStoredRecord);
}
