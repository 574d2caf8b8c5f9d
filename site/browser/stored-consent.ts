/**
 * Reads the record of consent (R43) from its cookie or, where the installation says so, from local storage. Part of every first load:
 * keep it small.
 */
import { type ConsentRecord, consentCookie, validRecord } from '../consent/consent-record.ts';
import { cookie } from './cookie.ts';
import { readStored } from './page-storage.ts';

/** The storage area of the record, which the server names in the page. None when the cookie keeps it. */
export function recordArea(): 'localStorage' | undefined {
  return document.documentElement.dataset['record'] as 'localStorage' | undefined;
}

/** The current record, or null when there is none or it is no longer valid. A cookie is newer than the storage: the plain form can only set cookies. */
export function storedConsent(): ConsentRecord | null {
  return validRecord(cookie(consentCookie) ?? readStored(recordArea(), consentCookie));
}
