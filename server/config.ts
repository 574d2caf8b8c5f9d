/** Configuration from the environment, parsed once. Everything is optional; a wrong value stops the start with a sentence. */
import { resolve } from 'node:path';
import * as v from 'valibot';

const httpAddress = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/, 'must be an http or https address without a query'),
  v.transform((value) => value.replace(/\/+$/, '')),
);
const port = v.pipe(v.string(), v.regex(/^\d+$/, 'must be a number'), v.transform(Number), v.maxValue(65535, 'must be at most 65535'));
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Whoever can guess it can sign previews of drafts. */
const secret = v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'));
const environment = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '0.0.0.0'),
  SITE_URL: v.optional(httpAddress),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'data'),
  STRAPI_URL: v.optional(httpAddress),
  STRAPI_TOKEN: v.optional(secret),
  STRAPI_WEBHOOK_SECRET: v.optional(secret),
  VALKEY_URL: v.optional(v.pipe(v.string(), v.regex(/^(?:redis|valkey)s?:\/\/\S+$/, 'must be a redis: or valkey: address'), v.transform((value) => value.replace(/^valkey/, 'redis')))),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

export interface Config {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Public origin of the site, without a slash at the end. */
  siteUrl: string;
  /** Folder of everything that must outlive a restart; absolute. */
  dataDir: string;
  /** Address of the content service (R30), or an empty string when the demonstration content is served. */
  strapiUrl: string;
  /** Read-only API token: drafts for previews, and the dates of replaced files. */
  strapiToken: string;
  /** Shared with Strapi: its webhook carries it and its preview links are signed with it. */
  webhookSecret: string;
  /** Joins several instances; empty for one. */
  valkeyUrl: string;
  logLevel: (typeof logLevels)[number];
}

export class ConfigError extends Error {}

/** @throws ConfigError with a sentence for each wrong variable. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is one that a compose file left blank, not a wish for an empty value.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = v.safeParse(environment, given);
  if (!parsed.success) {
    const sentences = parsed.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}${/SECRET|TOKEN/.test(String(issue.path?.[0]?.key)) ? '' : ` (it is ${JSON.stringify(issue.input)})`}.`);
    throw new ConfigError(sentences.join('\n'));
  }
  const { PORT, HOST, SITE_URL, DATA_DIR, STRAPI_URL, STRAPI_TOKEN, STRAPI_WEBHOOK_SECRET, VALKEY_URL, LOG_LEVEL } = parsed.output;
  return {
    port: PORT, host: HOST, siteUrl: SITE_URL ?? `http://localhost:${PORT}`, dataDir: resolve(DATA_DIR), strapiUrl: STRAPI_URL ?? '',
    strapiToken: STRAPI_TOKEN ?? '', webhookSecret: STRAPI_WEBHOOK_SECRET ?? '', valkeyUrl: VALKEY_URL ?? '', logLevel: LOG_LEVEL,
  };
}
