/** Configuration from the environment, parsed once. Everything is optional; a wrong value stops the start with a sentence. */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { type ThirdParties, consentStorages } from '../site/consent/consent-registry.ts';
import {
  type AccountsConfig,
  readAccountsConfig,
  findAccountsContradictions,
  accountsEnvironment,
} from './accounts-config.ts';
import { type CdnConfig, readCdnConfig, findCdnContradictions, cdnEnvironment } from './cdn-config.ts';
import { readSecretFiles, secretNames } from './secret-files.ts';

const httpAddress = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/, 'must be an http or https address without a query'),
  v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
);
const port = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'must be a number'),
  v.transform(Number),
  v.maxValue(65535, 'must be at most 65535'),
);
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const headerName = v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header'), v.toLowerCase());

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

/** `https://portal.broker.example, https://help.broker.example`: in the form of the header `Origin`, so that a string comparison is enough. */
const origins = v.pipe(
  v.string(),
  v.transform((value) => [...new Set(value.split(',').map((origin) => origin.trim()))]),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^https?:\/\/[\w.:[\]-]+$/.test(value) && URL.parse(value)?.origin === value,
        'must be a comma-separated list of origins such as https://portal.broker.example, in lower case and without a path',
      ),
    ),
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

/** Long enough that nobody can guess it: a secret allows previews of drafts, or access to metrics. */
const secret = v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'));
const environment = v.object({
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
  EMBED_ORIGINS: v.optional(origins),
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
  ARCHIVE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  CONSENT_STORAGE: v.optional(v.picklist(consentStorages, `must be one of ${consentStorages.join(', ')}`), 'cookie'),
  GEO_URL: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'must be an http or https address'))),
  GEO_COUNTRY_HEADER: v.optional(headerName),
  GEO_LOCAL_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be the code of a country such as ES'))),
  CLIENT_IP_HEADER: v.optional(headerName),
  ...cdnEnvironment,
  ...accountsEnvironment,
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

/** Names of the variables that the site reads. */
export const settings: readonly string[] = Object.keys(environment.entries);

/** Variables whose value must not appear in a message. */
const secretive = new Set<string>([...secretNames, 'CDN_URL', ...Object.keys(accountsEnvironment)]);

export interface Config {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Public origin of the site, without a slash at the end. */
  siteUrl: string;
  /** Seconds for which the server still accepts new connections after SIGTERM, while `/readyz` fails. */
  drainSeconds: number;
  /** Absolute path of the folder for all data that must survive a restart. */
  dataDir: string;
  /** Address of the content service for this server; empty for the demonstration content. Only `cmsPublicUrl` is sent to others. */
  strapiUrl: string;
  /** Address of the content service for browsers: its pictures, and the panel that frames previews. Empty without a content service. */
  cmsPublicUrl: string;
  /** The public runtime setting `strapiUrl` (R30): the prefix of picture addresses on other sites. */
  publicStrapiUrl: string;
  /** Origins of the broker's other sites, which may show this site's header and footer. */
  embedOrigins: readonly string[];
  /** Hosts, besides the content service itself, from which the server may fetch its pictures. */
  mediaHosts: readonly string[];
  /** Read-only API token: drafts for previews, and the dates of replaced files. */
  strapiToken: string;
  /** Shared with Strapi, which sends it with its webhook and signs preview links with it. */
  webhookSecret: string;
  /** Bearer token that a collector sends to read `/metrics`; empty: nobody can read them. */
  metricsToken: string;
  /** OTLP over HTTP, without `/v1/traces`; empty: no traces. */
  tracesUrl: string;
  /** Connects several instances, which share hints about changed content and rate limits; empty for a single instance. */
  valkeyUrl: string;
  /** Keeps every page that visitors were given. */
  archive: boolean;
  thirdParties: ThirdParties;
  /** Third-party geolocation service; `{ip}` stands for the visitor's address. Empty: no service. */
  geoUrl: string;
  /** The header in which a CDN names the visitor's country; empty: none. */
  geoCountryHeader: string;
  /** The header in which a trusted proxy names the visitor's address; empty: none. */
  clientIpHeader: string;
  /** Open connections of one address; more are closed. */
  connectionsPerAddress: number;
  /** Country of visitors whose address has no country, such as that of this machine; empty: unknown. */
  geoLocalCountry: string;
  logLevel: (typeof logLevels)[number];
  accounts: AccountsConfig;
  /** The CDN to purge; null: nothing is purged, and caches keep pages for seconds. */
  cdn: CdnConfig | null;
}

/** More than the browsers of an office behind one address have open. */
const connectionsOfVisitor = 1000;
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Parses the configuration, with the files that `NAME_FILE` variables name. @throws ConfigError with a sentence for each wrong variable. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const read = readSecretFiles(env);
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
  const contradictions = [...findAccountsContradictions(output), ...findCdnContradictions(output)];
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
    embedOrigins: output.EMBED_ORIGINS ?? [],
    mediaHosts: output.MEDIA_HOSTS ?? [],
    strapiUrl: output.STRAPI_URL ?? '',
    strapiToken: output.STRAPI_TOKEN ?? '',
    webhookSecret: output.STRAPI_WEBHOOK_SECRET ?? '',
    metricsToken: output.METRICS_TOKEN ?? '',
    tracesUrl: output.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    valkeyUrl: output.VALKEY_URL ?? '',
    archive: output.ARCHIVE === 'on',
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
    cdn: readCdnConfig(output),
  };
}
