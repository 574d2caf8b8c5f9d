/** Where this browser keeps the record of consent (R43): in its cookie or, where the installation says so, in local storage. In every first load: keep it small. */
import { type ConsentRecord, consentCookie, validRecord } from '../consent/consent-record.ts';
import { cookie } from './cookie.ts';
import { pageStorage } from './page-storage.ts';

/** Null for the cookie, which also serves where a browser keeps nothing of its own. */
export function recordArea(): Storage | null {
  return document.documentElement.dataset['record'] ? pageStorage('localStorage') : null;
}

export function dropRecordCookie(): void {
  for (const domain of ['', `; Domain=${location.hostname}`]) document.cookie = `${consentCookie}=; Path=/; Max-Age=0${domain}`;
}

/** The record as it stands, or null when there is none or it is not valid any more. */
export function storedConsent(): ConsentRecord | null {
  const given = validRecord(cookie(consentCookie));
  const area = recordArea();
  if (!area) return given;
  // The plain form can only set a cookie: its answer is the newest one.
  if (given) {
    area.setItem(consentCookie, JSON.stringify(given));
    dropRecordCookie();
  }
  return validRecord(area.getItem(consentCookie));
}
