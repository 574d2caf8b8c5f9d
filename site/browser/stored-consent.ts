/**
 * Reads the record of consent (R43) from its cookie or, if the installation is configured so, from local storage. Every first load contains this file:
 * keep it small.
 */
import { type ConsentRecord, consentCookie, parseValidRecord } from '../consent/consent-record.ts';
import { readCookie } from './cookie.ts';
import { readStored } from './page-storage.ts';

/** Finds the storage area that the server names in the page; undefined when the record is in the cookie. */
export function findRecordArea(): 'localStorage' | undefined {
  return document.documentElement.dataset['record'] as 'localStorage' | undefined;
}

/** Reads the current record; null when there is none or it is no longer valid. A cookie is newer than the storage: the plain form can only set cookies. */
export function readConsent(): ConsentRecord | null {
  return parseValidRecord(readCookie(consentCookie) ?? readStored(findRecordArea(), consentCookie));
}
