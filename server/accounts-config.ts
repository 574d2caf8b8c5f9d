/** The part of the configuration that accounts, forms and mail need. */
import * as v from 'valibot';
import type { AccountsSettings } from '../accounts/accounts.ts';
import type { CrmSettings } from '../accounts/outbox/crm.ts';
import { type FieldMapping, leadFieldNames } from '../accounts/outbox/lead-fields.ts';
import type { Destinations } from '../accounts/submissions/enquiries.ts';
import { formDestinations } from '../content/model-forms.ts';
import { parseClamavUrl } from '../accounts/submissions/clamd.ts';
import { parseS3Url } from '../accounts/submissions/cv-storage.ts';

const url = (protocols: string, sentence: string) =>
  v.pipe(v.string(), v.regex(new RegExp(`^(?:${protocols})://\\S+$`), sentence));
const webAddress = url('https?', 'must be an http or https address');

const crmNames = ['webhook', 'hubspot', 'salesforce'] as const;
const isLeadField = (name: string | undefined) => leadFieldNames.some((field) => field === name);

const destinationsSentence = `must be JSON such as {"sales":{"mail":"sales@broker.example","topic":"sales","campaign":"autumn"}}; destinations are ${formDestinations.join(', ')}`;

export const accountsEnvironment = {
  DATABASE_URL: v.optional(url('postgres|postgresql', 'must be a postgres:// address')),
  SMTP_URL: v.optional(url('smtps?', 'must be an smtp:// or smtps:// address')),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('must be one mail address'))),
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
  FORM_DESTINATIONS: v.optional(
    v.pipe(
      v.string(),
      v.parseJson(undefined, destinationsSentence),
      v.strictObject(
        v.entriesFromList(
          formDestinations,
          v.optional(
            v.strictObject(
              {
                mail: v.optional(v.pipe(v.string(), v.email(destinationsSentence))),
                topic: v.optional(v.pipe(v.string(), v.regex(/^[\w -]{1,40}$/, destinationsSentence))),
                campaign: v.optional(v.pipe(v.string(), v.regex(/^[^\n\r]{1,80}$/, destinationsSentence))),
              },
              destinationsSentence,
            ),
          ),
        ),
        destinationsSentence,
      ),
    ),
  ),
  CRM_WEBHOOK_URL: v.optional(webAddress),
  CRM_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  CLIENT_PORTAL_URL: v.optional(webAddress),
  AUTH_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  CLAMAV_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => parseClamavUrl(value) !== null, 'must be tcp://host:port or the path of a socket'),
    ),
  ),
  CV_STORAGE_URL: v.optional(
    v.pipe(
      webAddress,
      v.check((value) => {
        try {
          return Boolean(parseS3Url(value));
        } catch {
          return false;
        }
      }, 'must be https://key:secret@host/bucket?region=name'),
    ),
  ),
};

export interface AccountsConfig extends AccountsSettings {
  /** Empty: SQLite in the data folder. */
  databaseUrl: string;
  /** Empty: the brand's own address. */
  mailFrom: string;
  /** Empty: after signing in, visitors stay on this site. */
  clientPortalUrl: string;
}

type Parsed = {
  [Name in Exclude<keyof typeof accountsEnvironment, 'CRM' | 'CRM_FIELDS' | 'FORM_DESTINATIONS'>]?: string | undefined;
} & {
  CRM?: CrmSettings['name'] | undefined;
  CRM_FIELDS?: FieldMapping | undefined;
  FORM_DESTINATIONS?: Destinations | undefined;
};

/** The variables that each CRM needs. */
const requiredNames: Record<CrmSettings['name'], readonly (keyof Parsed)[]> = {
  webhook: ['CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET'],
  hubspot: ['CRM_TOKEN'],
  salesforce: ['CRM_URL', 'CRM_ID', 'CRM_TOKEN'],
};
const crmVariables = ['CRM_URL', 'CRM_ID', 'CRM_TOKEN', 'CRM_FIELDS', 'CRM_WEBHOOK_URL', 'CRM_WEBHOOK_SECRET'] as const;
const usedNames: Record<CrmSettings['name'], readonly (keyof Parsed)[]> = {
  webhook: requiredNames.webhook,
  hubspot: ['CRM_URL', 'CRM_TOKEN', 'CRM_FIELDS'],
  salesforce: ['CRM_URL', 'CRM_ID', 'CRM_TOKEN', 'CRM_FIELDS'],
};

/** Checks rules that span several variables. @returns one sentence for each broken rule. */
export function findAccountsContradictions(env: Parsed): string[] {
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

function readCrm(env: Parsed): CrmSettings | null {
  const { CRM, CRM_URL, CRM_ID = '', CRM_TOKEN = '', CRM_FIELDS: fields = {} } = env;
  if (CRM === 'hubspot') return { name: CRM, url: CRM_URL ?? 'https://api.hubapi.com', token: CRM_TOKEN, fields };
  if (CRM === 'salesforce') return { name: CRM, url: CRM_URL ?? '', id: CRM_ID, token: CRM_TOKEN, fields };
  return env.CRM_WEBHOOK_URL
    ? { name: 'webhook', url: env.CRM_WEBHOOK_URL, secret: env.CRM_WEBHOOK_SECRET ?? '' }
    : null;
}

export function readAccountsConfig(env: Parsed): AccountsConfig {
  return {
    databaseUrl: env.DATABASE_URL ?? '',
    smtpUrl: env.SMTP_URL ?? '',
    mailFrom: env.MAIL_FROM ?? '',
    crm: readCrm(env),
    destinations: env.FORM_DESTINATIONS ?? {},
    clientPortalUrl: env.CLIENT_PORTAL_URL ?? '',
    authSecret: env.AUTH_SECRET ?? '',
    cvStorageUrl: env.CV_STORAGE_URL ?? '',
    clamavUrl: env.CLAMAV_URL ?? '',
  };
}
