/** Configuration from the environment, parsed once. Everything is optional; a wrong value stops the start with a sentence. */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { consentStorages } from '../site/consent/consent-registry.ts';
import { readAccountsConfig, accountsEnvironment } from './accounts-config.ts';
import { parts } from '../parts/parts.ts';
import { type Config, ConfigError, logLevels } from './config.ts';
import { headerName, httpAddress, port, secret } from './setting-values.ts';
import { readSecretFiles, secretNames } from './secret-files.ts';

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** `[{"name":"Partner","src":"https://tags.example/t.js","cookies":["_p"]}]` */
const adTags = v.pipe(
  v.string(),
  v.transform(parseJson),
  v.array(
    v.object({
      name: v.pipe(v.string(), v.nonEmpty()),
      src: v.pipe(v.string(), v.regex(/^https:\/\/[^\s"']+$/)),
      cookies: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\w.-]+\*?$/))), []),
    }),
    'must be a JSON list of {"name", "src", "cookies"}',
  ),
);

/** `cdn.broker.example, files.example:8443` */
const hosts = v.pipe(
  v.string(),
  v.transform((value) => [...new Set(value.split(',').map((host) => host.trim()))]),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^[\w.:[\]-]+$/.test(value) && URL.parse(`https://${value}`)?.host === value,
        'must be a comma-separated list of hosts such as cdn.broker.example, in lower case',
      ),
    ),
  ),
);

const siteSettings = {
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '0.0.0.0'),
  SITE_URL: v.optional(httpAddress),
  DRAIN_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'must be a number of seconds from 0 to 999'), v.transform(Number)),
    '5',
  ),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'data'),
  STRAPI_URL: v.optional(httpAddress),
  CMS_PUBLIC_URL: v.optional(httpAddress),
  MEDIA_HOSTS: v.optional(hosts),
  STRAPI_TOKEN: v.optional(v.pipe(v.string(), v.minLength(24, 'must have 24 characters or more, as in Strapi'))),
  STRAPI_WEBHOOK_SECRET: v.optional(secret),
  METRICS_TOKEN: v.optional(secret),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(httpAddress),
  VALKEY_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:redis|valkey)s?:\/\/\S+$/, 'must be a redis: or valkey: address'),
      v.transform((value) => value.replace(/^valkey/, 'redis')),
    ),
  ),
  GA_ID: v.optional(v.pipe(v.string(), v.regex(/^G-[A-Z0-9]{4,}$/, 'must be a GA4 measurement id such as G-ABC123'))),
  AD_TAGS: v.optional(adTags),
  CONSENT_STORAGE: v.optional(v.picklist(consentStorages, `must be one of ${consentStorages.join(', ')}`), 'cookie'),
  GEO_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'must be an http or https address'))),
  GEO_COUNTRY_HEADER: v.optional(headerName),
  GEO_LOCAL_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be the code of a country such as ES'))),
  CLIENT_IP_HEADER: v.optional(headerName),
  ...accountsEnvironment,
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
};
const partSettings: v.ObjectEntries = Object.fromEntries(parts.flatMap((part) => Object.entries(part.settings)));
const environment = v.object({ ...partSettings, ...siteSettings });

/** Names of the variables that the site reads. */
export const settings: readonly string[] = Object.keys(environment.entries);

const partSecrets = parts.flatMap(({ secrets }) => secrets);
/** Variables that a file may hold (`NAME_FILE`). */
export const secretSettings: readonly string[] = [...secretNames, ...partSecrets];
/** Variables whose value must not appear in a message. */
const secretive = new Set<string>([...secretNames, ...Object.keys(accountsEnvironment), ...partSecrets]);

/** More than the browsers of an office behind one address have open. */
const connectionsOfVisitor = 1000;

/** Parses the configuration, with the files that `NAME_FILE` variables name. @throws ConfigError with a sentence for each wrong variable. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const read = readSecretFiles(env, secretSettings);
  if (read.problems.length > 0) throw new ConfigError(read.problems.join('\n'));
  // Compose files leave unset variables blank, so an empty variable counts as absent.
  const values = Object.fromEntries(
    Object.entries(read.env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(environment, values);
  if (!parsed.success) {
    // The message repeats a value only for variables that hold no secret.
    const sentences = parsed.issues.map((issue) => {
      const name = String(issue.path?.[0]?.key);
      return `${name} ${issue.message}${secretive.has(name) ? '' : ` (it is ${JSON.stringify(issue.input)})`}.`;
    });
    throw new ConfigError(sentences.join('\n'));
  }
  const { output } = parsed;
  const contradictions = parts.flatMap((part) => part.findContradictions(output as never));
  if (contradictions.length > 0) throw new ConfigError(contradictions.join('\n'));
  const siteUrl = output.SITE_URL ?? `http://localhost:${output.PORT}`;
  const cmsPublicUrl = output.CMS_PUBLIC_URL ?? output.STRAPI_URL ?? '';
  return {
    port: output.PORT,
    host: output.HOST,
    siteUrl,
    drainSeconds: output.DRAIN_SECONDS,
    dataDir: resolve(output.DATA_DIR),
    logLevel: output.LOG_LEVEL,
    cmsPublicUrl,
    // Without a content service the site itself serves the demonstration's pictures.
    publicStrapiUrl: cmsPublicUrl || siteUrl,
    mediaHosts: output.MEDIA_HOSTS ?? [],
    strapiUrl: output.STRAPI_URL ?? '',
    strapiToken: output.STRAPI_TOKEN ?? '',
    webhookSecret: output.STRAPI_WEBHOOK_SECRET ?? '',
    metricsToken: output.METRICS_TOKEN ?? '',
    tracesUrl: output.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    valkeyUrl: output.VALKEY_URL ?? '',
    thirdParties: {
      analyticsId: output.GA_ID ?? '',
      adTags: output.AD_TAGS ?? [],
      consentStorage: output.CONSENT_STORAGE,
    },
    geoUrl: output.GEO_URL ?? '',
    geoCountryHeader: output.GEO_COUNTRY_HEADER ?? '',
    geoLocalCountry: output.GEO_LOCAL_COUNTRY ?? '',
    clientIpHeader: output.CLIENT_IP_HEADER ?? '',
    // All connections of a proxy have its address.
    connectionsPerAddress: output.CLIENT_IP_HEADER ? Number.POSITIVE_INFINITY : connectionsOfVisitor,
    accounts: readAccountsConfig(output),
    values: output,
  };
}
