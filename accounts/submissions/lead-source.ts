/** Writes what the records of all forms have in common: where a lead came from, in which language, and when. */
import type { Locale } from '../../content/locales.ts';
import type { LeadSource } from '../../site/page/form-services.ts';
import { currentRequestId } from '../../base/request-id.ts';

/** The columns of a record. @param now milliseconds. */
export function toLeadColumns({ referral, firstReferral, source }: LeadSource, now: number) {
  return {
    referral: JSON.stringify(referral),
    first_referral: JSON.stringify(firstReferral),
    source,
    created_at: now,
    request_id: currentRequestId(),
  };
}

/** The part of a record's message to the CRM. @param now milliseconds. */
export function describeLead(
  { referral, firstReferral, source, locale }: LeadSource & { locale: Locale },
  now: number,
) {
  return { referral, firstReferral, source, locale, createdAt: new Date(now).toISOString() };
}
