/** Writes where a lead came from, in the same words for every form: its columns, and its part of the message to the CRM. */
import type { LeadSource } from '../../site/page/form-services.ts';

export function toSourceColumns({ referral, firstReferral, source }: LeadSource) {
  return { referral: JSON.stringify(referral), first_referral: JSON.stringify(firstReferral), source };
}

export function describeSource({ referral, firstReferral, source }: LeadSource): LeadSource {
  return { referral, firstReferral, source };
}
