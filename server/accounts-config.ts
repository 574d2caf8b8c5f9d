/** The part of the configuration that accounts, forms and mail need. */
import * as v from 'valibot';
import type { AccountsSettings } from '../accounts/accounts.ts';
import type { Destinations } from '../accounts/submissions/enquiries.ts';
import { formDestinations } from '../content/model-forms.ts';
import { parseClamavUrl } from '../accounts/submissions/clamd.ts';
import { parseS3Url } from '../accounts/submissions/s3-storage.ts';
import { webAddress } from './setting-values.ts';

const url = (protocols: string, sentence: string) =>
  v.pipe(v.string(), v.regex(new RegExp(`^(?:${protocols})://\\S+$`), sentence));

const destinationsSentence = `must be JSON such as {"sales":{"mail":"sales@broker.example","topic":"sales","campaign":"autumn"}}; destinations are ${formDestinations.join(', ')}`;

export const accountsEnvironment = {
  DATABASE_URL: v.optional(url('postgres|postgresql', 'must be a postgres:// address')),
  SMTP_URL: v.optional(url('smtps?', 'must be an smtp:// or smtps:// address')),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('must be one mail address'))),
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
  [Name in Exclude<keyof typeof accountsEnvironment, 'FORM_DESTINATIONS'>]?: string | undefined;
} & {
  FORM_DESTINATIONS?: Destinations | undefined;
};

export function readAccountsConfig(env: Parsed): AccountsConfig {
  return {
    databaseUrl: env.DATABASE_URL ?? '',
    smtpUrl: env.SMTP_URL ?? '',
    mailFrom: env.MAIL_FROM ?? '',
    destinations: env.FORM_DESTINATIONS ?? {},
    clientPortalUrl: env.CLIENT_PORTAL_URL ?? '',
    authSecret: env.AUTH_SECRET ?? '',
    cvStorageUrl: env.CV_STORAGE_URL ?? '',
    clamavUrl: env.CLAMAV_URL ?? '',
  };
}
