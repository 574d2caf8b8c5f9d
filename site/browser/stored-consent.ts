/**
 * Where this browser keeps the record of consent (R43): in its cookie or, where the installation says so, in local storage. In every first load:
 * keep it small.
 */
import { type ConsentRecord, consentCookie, validRecord } from '../consent/consent-record.ts';
import { cookie } from './cookie.ts';
import { pageStorage } from './navigation/page-storage.ts';

/** None for the cookie, which also serves where a browser keeps nothing of its own. The server writes the area's name into the page. */
export function recordArea(): Storage | null | undefined {
  return pageStorage(document.documentElement.dataset['record'] as 'localStorage');
}

/** The record as it stands, or null when there is none or it is not valid any more. A cookie is the newest: the plain form can set nothing else. */
export function storedConsent(): ConsentRecord | null {
  return validRecord(cookie(consentCookie) ?? recordArea()?.getItem(consentCookie));
}
