/** The CRM that gets registrations and enquiries: a webhook of the broker's own, HubSpot or Salesforce. */
import type { DeliverToCrm } from '../../accounts/outbox/crm-message.ts';
import { type CrmWebhook, deliverToWebhook } from './crm-webhook.ts';
import { type HubSpot, deliverToHubSpot } from './hubspot.ts';
import { type Salesforce, createSalesforceDelivery } from './salesforce.ts';

export type CrmSettings =
  | ({ name: 'webhook' } & CrmWebhook)
  | ({ name: 'hubspot' } & HubSpot)
  | ({ name: 'salesforce' } & Salesforce);

/** Creates the function that delivers one message. It throws when the CRM does not accept it. */
export function createCrmDelivery(crm: CrmSettings): DeliverToCrm {
  switch (crm.name) {
    case 'hubspot':
      return (message) => deliverToHubSpot(crm, message);
    case 'salesforce':
      return createSalesforceDelivery(crm);
    default:
      return (message) => deliverToWebhook(crm, message);
  }
}
