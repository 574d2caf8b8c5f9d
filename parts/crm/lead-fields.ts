/** The fields of a lead for CRMs that have fields of their own, from the messages that the generic webhook sends whole. */
import type { AcceptedText } from '../../accounts/legal-texts.ts';
import type { Referral } from '../../site/page/form-services.ts';

const campaignFields = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  landing: 'landing',
} as const;

/** Every field that a lead may have. Click ids are not among them: they are for advertising networks. */
export const leadFieldNames = [
  'id',
  'email',
  'firstName',
  'lastName',
  'phone',
  'country',
  'website',
  'message',
  'language',
  'kind',
  'topic',
  'campaign',
  'consents',
  'page',
  'confirmedAt',
  'partner',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'landing',
  'firstPartner',
  'firstUtmSource',
  'firstUtmMedium',
  'firstUtmCampaign',
  'firstUtmTerm',
  'firstUtmContent',
  'firstLanding',
] as const;

export type LeadFieldName = (typeof leadFieldNames)[number];
export type LeadFields = Partial<Record<LeadFieldName, string>>;
/** The fields of the first link. */
const firstLink = /^first(?:Partner|Utm|Landing)/;

export function withoutFirstLink(fields: LeadFields): LeadFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !firstLink.test(name)));
}

/** The CRM's name of each field; a field without one is not sent. */
export type FieldMapping = Partial<Record<LeadFieldName, string>>;

function readLink(link: unknown): Record<string, string> {
  const referral = (link ?? {}) as Referral;
  const fields = Object.entries(campaignFields).map(([field, name]) => [field, referral[name] ?? '']);
  const named = Object.fromEntries(fields) as Record<string, string>;
  return { ...named, partner: referral['ref'] ?? referral['aff'] ?? '' };
}

/** Names the consents that were given in a form, with the form's version: `newsletter (form/webinar 1a2b…)`. */
function describeConsents(acceptance: unknown): string {
  const { consents = [], documents = [] } = (acceptance ?? {}) as { consents?: string[]; documents?: AcceptedText[] };
  const version = documents.map(({ id, version: shown }) => `${id} ${shown}`).join(', ');
  return consents.length > 0 ? `${consents.join(', ')} (${version})` : '';
}

const toFirst = (field: string) => `first${field.charAt(0).toUpperCase()}${field.slice(1)}`;

/**
 * Reads the lead of a message; empty fields are left out. @returns null for an application: who looks for work is no lead for sales, and only
 * the staff's mail has it.
 */
export function readLead(event: string, data: Record<string, unknown>): LeadFields | null {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  if (event.startsWith('application.')) return null;
  const [firstName = '', ...lastNames] = text('name').split(/\s+/);
  const details = (data['details'] ?? {}) as Record<string, string>;
  const isRegistration = event.startsWith('registration.');
  const fields: Record<string, string> = {
    id: text(isRegistration ? 'registrationId' : 'enquiryId'),
    email: text('email'),
    firstName: text('firstName') || (lastNames.length > 0 ? firstName : ''),
    lastName: text('lastName') || lastNames.join(' ') || firstName || (text('email') ? '' : (details['phone'] ?? '')),
    phone: text('phone') || (details['phone'] ?? ''),
    country: text('country') || (details['country'] ?? ''),
    website: details['website'] ?? '',
    message: text('message'),
    language: text('locale'),
    kind: isRegistration ? 'registration' : text('kind'),
    topic: text('topic'),
    campaign: details['campaign'] ?? '',
    consents: describeConsents(data['acceptance']),
    page: text('source'),
    confirmedAt: text('verifiedAt'),
    ...readLink(data['referral']),
    ...Object.fromEntries(
      Object.entries(readLink(data['firstReferral'])).map(([name, value]) => [toFirst(name), value]),
    ),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Characters that the fields of both CRMs hold; 255 unless it is said here. */
const maxLengths: Partial<Record<LeadFieldName, number>> = { firstName: 40, lastName: 80, message: 32_000 };

/** Names the fields as the CRM does, and shortens what its fields cannot hold. */
export function renameFields(fields: LeadFields, mapping: FieldMapping): Record<string, string> {
  const named = leadFieldNames.flatMap((field): [string, string][] => {
    const [name, value] = [mapping[field], fields[field]];
    return name && value !== undefined ? [[name, value.slice(0, maxLengths[field] ?? 255)]] : [];
  });
  return Object.fromEntries(named);
}
