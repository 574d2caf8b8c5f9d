/** Handles the record's cookie where local storage keeps the record (R43): the plain form sets it, or it dates from before that setting. */
import { consentCookie, parseValidRecord } from '../../consent/consent-record.ts';
import { readCookie } from '../cookie.ts';
import { readStored, store } from '../page-storage.ts';
import { findRecordArea } from '../stored-consent.ts';
import { writeCookie } from './write-cookie.ts';

export function dropRecordCookie(): void {
  for (const domain of ['', `; Domain=${location.hostname}`])
    writeCookie(`${consentCookie}=; Path=/; Max-Age=0${domain}`);
}

/** Moves the record from its cookie to local storage, before the library reads it there. If the storage is full, it stays in the cookie, where it is valid, too. */
export function moveRecordCookie(): void {
  const area = findRecordArea();
  const value = readCookie(consentCookie);
  if (!area || value === undefined) return;
  const record = parseValidRecord(value);
  if (!record || store(area, consentCookie, JSON.stringify(record))) dropRecordCookie();
}

/** Copies the record into a cookie for 60 seconds when the plain form is sent: the server reads only cookies, and the new record keeps the id and first time. */
export function lendRecord(): void {
  const record = readStored(findRecordArea(), consentCookie);
  if (!record || readCookie(consentCookie) !== undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  writeCookie(`${consentCookie}=${encodeURIComponent(record)}; Path=/; Max-Age=60; SameSite=Lax${secure}`);
}

const trialKey = `${consentCookie}_trial`;

/** Whether the installation keeps records in local storage and this browser has room for one there: else the cookie keeps it. */
export function storageTakesRecord(): boolean {
  const area = findRecordArea();
  const isStored = area !== undefined && store(area, trialKey, ' '.repeat(2000));
  if (isStored) store(area, trialKey, null);
  return isStored;
}
