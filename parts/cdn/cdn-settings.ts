/** The settings of the CDN in front of the site, which the site purges (docs/decisions/0043-purge-by-tag.md). */
import * as v from 'valibot';
import type { Values } from '../../server/part.ts';

const cdnNames = ['varnish', 'fastly', 'cloudflare', 'webhook'] as const;
export type CdnName = (typeof cdnNames)[number];

const isHttpUrl = (value: string) => /^https?:\/\/[^\s/?#,]+(?:\/[^\s?#,]*)?$/.test(value);

export const cdnSettings = {
  CDN: v.optional(v.picklist(cdnNames, `must be one of ${cdnNames.join(', ')}`)),
  CDN_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => value.split(',').map((address) => address.trim().replace(/(?<!\/)\/+$/, ''))),
      v.array(v.pipe(v.string(), v.check(isHttpUrl, 'must be http or https addresses, comma-separated'))),
    ),
  ),
  CDN_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must have letters, digits, _ and - only'))),
  CDN_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'))),
};

export interface CdnConfig {
  name: CdnName;
  /** Where purges are sent, without a slash at the end: each Varnish, or one address; empty for the provider's own API. */
  urls: readonly string[];
  /** Fastly's service, Cloudflare's zone. */
  id: string;
  /** The API token; for a webhook the secret that signs the request. */
  token: string;
}

type Parsed = Values<typeof cdnSettings>;

/** The variables that each CDN needs. */
const requiredNames: Record<CdnName, readonly (keyof Parsed)[]> = {
  varnish: ['CDN_URL'],
  fastly: ['CDN_ID', 'CDN_TOKEN'],
  cloudflare: ['CDN_ID', 'CDN_TOKEN'],
  webhook: ['CDN_URL', 'CDN_TOKEN'],
};

/** Checks rules that span several variables. @returns one sentence for each broken rule. */
export function findCdnContradictions(env: Parsed): string[] {
  const { CDN } = env;
  if (!CDN) {
    const unusedNames = (['CDN_URL', 'CDN_ID', 'CDN_TOKEN'] as const).filter((name) => env[name] !== undefined);
    return unusedNames.length > 0
      ? [`CDN must be set when ${unusedNames.join(' and ')} is: it says whose purges these are.`]
      : [];
  }
  const missing = requiredNames[CDN]
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} must be set when CDN is ${CDN}.`);
  return CDN !== 'varnish' && (env.CDN_URL?.length ?? 0) > 1
    ? [...missing, `CDN_URL must be one address when CDN is ${CDN}.`]
    : missing;
}

/** Reads the settings. @returns null without a CDN: then pages have short lifetimes, and nothing is purged. */
export function readCdnSettings({ CDN, CDN_URL, CDN_ID, CDN_TOKEN }: Parsed): CdnConfig | null {
  return CDN ? { name: CDN, urls: CDN_URL ?? [], id: CDN_ID ?? '', token: CDN_TOKEN ?? '' } : null;
}
