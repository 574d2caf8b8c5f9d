/** Handles the record's cookie where local storage keeps the record (R43): the plain form sets it, or it dates from before that setting. */
import { consentCookie, validRecord } from '../../consent/consent-record.ts';
import { cookie } from '../cookie.ts';
import { recordArea } from '../stored-consent.ts';

export function dropRecordCookie(): void {
  for (const domain of ['', `; Domain=${location.hostname}`])
    document.cookie = `${consentCookie}=; Path=/; Max-Age=0${domain}`;
}

/** Moves the record from its cookie to local storage, before the library reads it there. If the storage is full, it stays in the cookie, where it is valid, too. */
export function moveRecordCookie(): void {
  const area = recordArea();
  const value = cookie(consentCookie);
  if (!area || value === undefined) return;
  const record = validRecord(value);
  try {
    if (record) area.setItem(consentCookie, JSON.stringify(record));
    dropRecordCookie();
  } catch (error) {
    console.info('the record of consent stays in its cookie', error);
  }
}

/** Copies the record into a cookie for 60 seconds when the plain form is sent: the server reads only cookies, and the new record keeps the id and first time. */
export function lendRecord(): void {
  const record = recordArea()?.getItem(consentCookie);
  if (!record || cookie(consentCookie) !== undefined) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${consentCookie}=${encodeURIComponent(record)}; Path=/; Max-Age=60; SameSite=Lax${secure}`;
}
