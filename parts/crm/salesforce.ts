/** Delivers leads to Salesforce: one Lead for each registration or enquiry, by the REST API with the OAuth client credentials of an integration. */
import { describeRefusal, sendToCrm } from './crm-request.ts';
import type { CrmMessage } from '../../accounts/outbox/crm-message.ts';
import { type FieldMapping, readLead, renameFields } from './lead-fields.ts';

/** Names without `__c` are standard fields of a Lead. The external id makes a repetition an update. */
const leadFields: FieldMapping = {
  id: 'Brokerfront_Id__c',
  email: 'Email',
  firstName: 'FirstName',
  lastName: 'LastName',
  phone: 'Phone',
  country: 'Country',
  website: 'Website',
  message: 'Description',
  language: 'Language__c',
  kind: 'Form__c',
  topic: 'Topic__c',
  campaign: 'Lead_Campaign__c',
  consents: 'Consents__c',
  page: 'Form_Page__c',
  confirmedAt: 'Email_Confirmed_At__c',
  partner: 'Partner_Code__c',
  utmSource: 'UTM_Source__c',
  utmMedium: 'UTM_Medium__c',
  utmCampaign: 'UTM_Campaign__c',
  utmTerm: 'UTM_Term__c',
  utmContent: 'UTM_Content__c',
  landing: 'Landing_Page__c',
  firstPartner: 'First_Partner_Code__c',
  firstUtmSource: 'First_UTM_Source__c',
  firstUtmMedium: 'First_UTM_Medium__c',
  firstUtmCampaign: 'First_UTM_Campaign__c',
  firstUtmTerm: 'First_UTM_Term__c',
  firstUtmContent: 'First_UTM_Content__c',
  firstLanding: 'First_Landing_Page__c',
};

const apiVersion = 'v62.0';
/** What Salesforce itself writes into required fields of leads from the web. */
const notProvided = '[not provided]';

export interface Salesforce {
  /** Of the organisation (My Domain), without a slash at the end. */
  url: string;
  /** Of the external client app: consumer key and secret. */
  id: string;
  token: string;
  /** Replaces default names; an empty name leaves the field out. */
  fields: FieldMapping;
}

/** Creates the function that delivers. It keeps the access token until Salesforce refuses it. */
export function createSalesforceDelivery({
  url,
  id,
  token,
  fields,
}: Salesforce): (message: CrmMessage) => Promise<void> {
  const mapping = { ...leadFields, ...fields };
  const { id: externalId, ...others } = mapping;
  let accessToken: Promise<string> | null = null;

  async function requestAccessToken(): Promise<string> {
    const response = await sendToCrm({
      method: 'POST',
      url: `${url}/services/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: token }).toString(),
    });
    if (!response.ok) throw await describeRefusal(response, 'It gives no access token: check CRM_ID and CRM_TOKEN.');
    return ((await response.json()) as { access_token: string }).access_token;
  }

  function getAccessToken(): Promise<string> {
    accessToken ??= requestAccessToken().catch((error: unknown) => {
      accessToken = null;
      throw error;
    });
    return accessToken;
  }

  /** Sends with the access token; once more with a new one when Salesforce says that it has expired. */
  async function sendWithToken(send: (bearer: string) => Promise<Response>): Promise<Response> {
    const used = getAccessToken();
    const response = await send(await used);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    if (accessToken === used) accessToken = null;
    return send(await getAccessToken());
  }

  return async (message) => {
    const lead = readLead(message.event, message.data);
    if (!lead) return;
    const isNew = message.event.endsWith('.created');
    const required = {
      [others.lastName || 'LastName']: notProvided,
      Company: notProvided,
      LeadSource: 'Web',
    };
    const body = JSON.stringify({ ...(isNew && required), ...renameFields(lead, others) });
    const response = await sendWithToken((bearer) =>
      sendToCrm({
        method: 'PATCH',
        url: `${url}/services/data/${apiVersion}/sobjects/Lead/${externalId}/${encodeURIComponent(lead.id ?? '')}`,
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          // A person may write twice: that is another lead, and no mistake.
          'sforce-duplicate-rule-header': 'allowSave=true',
        },
        body,
      }),
    );
    if (response.ok) {
      await response.body?.cancel();
      return;
    }
    const refusal = await describeRefusal(response);
    // The staff has converted or deleted the lead: there is nothing left to update.
    if (!isNew && /CANNOT_UPDATE_CONVERTED_LEAD|REQUIRED_FIELD_MISSING/.test(refusal.message)) return;
    throw refusal;
  };
}
