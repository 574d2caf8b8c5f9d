/** Hands leads over to the broker's CRM: a webhook of their own, HubSpot or Salesforce. Without this part the outbox keeps its messages. */
import { definePart } from '../../server/part.ts';
import { createCrmDelivery } from './crm-delivery.ts';
import { crmSettings, findCrmContradictions, readCrmSettings } from './crm-settings.ts';

export const crm = definePart({
  settings: crmSettings,
  secrets: ['CRM_URL', 'CRM_ID', 'CRM_TOKEN', 'CRM_FIELDS', 'CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET'],
  findContradictions: findCrmContradictions,
  open(_site, values) {
    const settings = readCrmSettings(values);
    return settings && { deliverToCrm: createCrmDelivery(settings) };
  },
});
