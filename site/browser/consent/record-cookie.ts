/** The cookie of the record where local storage keeps it (R43): what the plain form answered, or what is left from before the setting. */
import { consentCookie, validRecord } from '../../consent/consent-record.ts';
import { cookie } from '../cookie.ts';
import { recordArea } from '../stored-consent.ts';

export function dropRecordCookie(): void {
  for (const domain of ['', `; Domain=${location.hostname}`])
    document.cookie = `${consentCookie}=; Path=/; Max-Age=0${domain}`;
}

/** Moves it to where the library reads, before the library looks. Where nothing more can be stored, it stays: it is a record all the same. */
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

/** The server reads cookies only: it gets the record with the form that changes it, so that the new one carries on its id and first time. */
export function lendRecord(): void {
  const record = recordArea()?.getItem(consentCookie);
  if (record && cookie(consentCookie) === undefined)
    document.cookie = `${consentCookie}=${encodeURIComponent(record)}; Path=/; Max-Age=60; SameSite=Lax`;
}
