/** What the settings say. `parse-config.ts` reads them from the environment. */
import type { ThirdParties } from '../site/consent/consent-registry.ts';
import type { AccountsConfig } from './accounts-config.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

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
  logLevel: LogLevel;
  accounts: AccountsConfig;
  /** The values of all settings by the names of their variables, for parts. */
  values: Record<string, unknown>;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}
