/** The settings of the CRM that gets leads (docs/running.md). */
import * as v from 'valibot';
import type { Values } from '../../server/part.ts';
import { webAddress } from '../../server/setting-values.ts';
import type { CrmSettings } from './crm-delivery.ts';
import { type FieldMapping, leadFieldNames } from './lead-fields.ts';

const crmNames = ['webhook', 'hubspot', 'salesforce'] as const;
const isLeadField = (name: string | undefined) => leadFieldNames.some((field) => field === name);

export const crmSettings = {
  CRM: v.optional(v.picklist(crmNames, `must be one of ${crmNames.join(', ')}`)),
  CRM_URL: v.optional(
    v.pipe(
      webAddress,
      v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
    ),
  ),
  CRM_ID: v.optional(v.pipe(v.string(), v.minLength(8, 'must have 8 characters or more'))),
  CRM_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'))),
  CRM_FIELDS: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => value.split(',').map((pair) => pair.trim().split('=', 2))),
      v.check(
        (pairs) => pairs.every(([field, name]) => isLeadField(field) && /^\w{0,80}$/.test(name ?? '-')),
        `must be pairs such as utmSource=Campaign_Source, comma-separated; fields are ${leadFieldNames.join(', ')}`,
      ),
      v.transform((pairs) => Object.fromEntries(pairs) as FieldMapping),
    ),
  ),
  CRM_WEBHOOK_URL: v.optional(webAddress),
  CRM_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
};

type CrmValues = Values<typeof crmSettings>;

/** The variables that each CRM needs. */
const requiredNames: Record<CrmSettings['name'], readonly (keyof CrmValues)[]> = {
  webhook: ['CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET'],
  hubspot: ['CRM_TOKEN'],
  salesforce: ['CRM_URL', 'CRM_ID', 'CRM_TOKEN'],
};
const crmVariables = ['CRM_URL', 'CRM_ID', 'CRM_TOKEN', 'CRM_FIELDS', 'CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET'] as const;
const usedNames: Record<CrmSettings['name'], readonly (keyof CrmValues)[]> = {
  webhook: requiredNames.webhook,
  hubspot: ['CRM_URL', 'CRM_TOKEN', 'CRM_FIELDS'],
  salesforce: ['CRM_URL', 'CRM_ID', 'CRM_TOKEN', 'CRM_FIELDS'],
};

/** Checks rules that span several variables. @returns one sentence for each broken rule. */
export function findCrmContradictions(env: CrmValues): string[] {
  if (!env.CRM && env.CRM_WEBHOOK_URL && !env.CRM_WEBHOOK_SECRET)
    return ['CRM_WEBHOOK_SECRET must be set when CRM_WEBHOOK_URL is: what is sent there is signed with it.'];
  const crm = env.CRM ?? 'webhook';
  const missing = env.CRM ? requiredNames[crm].filter((name) => env[name] === undefined) : [];
  const unused = crmVariables.filter((name) => env[name] !== undefined && !usedNames[crm].includes(name));
  return [
    ...missing.map((name) => `${name} must be set when CRM is ${crm}.`),
    ...unused.map((name) => `${name} has no meaning when CRM is ${crm}: remove it, or correct CRM.`),
  ];
}

/** Reads the settings. @returns null without a CRM: then its messages wait. */
export function readCrmSettings(env: CrmValues): CrmSettings | null {
  const { CRM, CRM_URL, CRM_ID = '', CRM_TOKEN = '', CRM_FIELDS: fields = {} } = env;
  if (CRM === 'hubspot') return { name: CRM, url: CRM_URL ?? 'https://api.hubapi.com', token: CRM_TOKEN, fields };
  if (CRM === 'salesforce') return { name: CRM, url: CRM_URL ?? '', id: CRM_ID, token: CRM_TOKEN, fields };
  return env.CRM_WEBHOOK_URL
    ? { name: 'webhook', url: env.CRM_WEBHOOK_URL, secret: env.CRM_WEBHOOK_SECRET ?? '' }
    : null;
}
