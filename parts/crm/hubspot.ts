/** Delivers leads to HubSpot: one contact for each e-mail address, by the CRM API with the access token of a private app. */
import type { CrmMessage } from '../../accounts/outbox/crm-message.ts';
import { describeRefusal, sendToCrm } from './crm-request.ts';
import { type FieldMapping, type LeadFields, readLead, renameFields, withoutFirstLink } from './lead-fields.ts';

/** Default properties of a contact have HubSpot's names; the others are custom properties of type text. */
const properties: FieldMapping = {
  email: 'email',
  firstName: 'firstname',
  lastName: 'lastname',
  phone: 'phone',
  country: 'country',
  website: 'website',
  message: 'message',
  language: 'hs_language',
  kind: 'lead_form',
  topic: 'lead_topic',
  campaign: 'lead_campaign',
  consents: 'lead_consents',
  page: 'lead_page',
  confirmedAt: 'email_confirmed_at',
  partner: 'partner_code',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  landing: 'landing_page',
  firstPartner: 'first_partner_code',
  firstUtmSource: 'first_utm_source',
  firstUtmMedium: 'first_utm_medium',
  firstUtmCampaign: 'first_utm_campaign',
  firstUtmTerm: 'first_utm_term',
  firstUtmContent: 'first_utm_content',
  firstLanding: 'first_landing_page',
};

export interface HubSpot {
  /** Of the API, without a slash at the end. */
  url: string;
  token: string;
  /** Replaces default names; an empty name leaves the field out. */
  fields: FieldMapping;
}

/** Uses up a refusal that another request follows. */
async function isRefused(response: Response, ...statuses: number[]): Promise<boolean> {
  if (!statuses.includes(response.status)) return false;
  await response.body?.cancel();
  return true;
}

/**
 * Updates the contact with the lead's e-mail address, or creates it. A repetition writes the same values again. The first link is written
 * only into a new contact: HubSpot may know an earlier one. @throws when HubSpot does not accept it.
 */
export async function deliverToHubSpot({ url, token, fields }: HubSpot, message: CrmMessage): Promise<void> {
  const lead = readLead(message.event, message.data);
  if (!lead) return;
  const mapping = { ...properties, ...fields };
  const contacts = `${url}/crm/v3/objects/contacts`;
  const send = (method: 'POST' | 'PATCH', address: string, values: LeadFields) =>
    sendToCrm({
      method,
      url: address,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ properties: renameFields(values, mapping) }),
    });
  const update = (email: unknown) =>
    send('PATCH', `${contacts}/${encodeURIComponent(String(email))}?idProperty=email`, withoutFirstLink(lead));
  // After a correction the contact still has the address before it, unless another contact has the right one already.
  const { formerEmail } = message.data;
  // Without an e-mail address nothing tells one contact from another.
  const key = formerEmail ?? lead.email;
  let response = key ? await update(key) : await send('POST', contacts, lead);
  if (formerEmail && (await isRefused(response, 404, 409))) response = await update(lead.email);
  if (key && (await isRefused(response, 404))) response = await send('POST', contacts, lead);
  // Somebody else has created the contact meanwhile.
  if (lead.email && (await isRefused(response, 409))) response = await update(lead.email);
  if (!response.ok)
    throw await describeRefusal(
      response,
      response.status === 401 ? 'The token has expired or was withdrawn: set a new CRM_TOKEN.' : '',
    );
  await response.body?.cancel();
}
