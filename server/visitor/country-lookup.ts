/**
 * Finds the visitor's country (R42): from the CDN's header, else the embedded database, else a third-party service, else unknown. The free
 * data is sometimes wrong, so no page depends on it; registration follows the policy of the country (`country-policy.ts`).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type Response as DatabaseEntry } from 'mmdb-lib';
import type { Logger } from '../log.ts';
import type { Config } from '../config.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findRequestIp, toNetwork } from '../http/visit.ts';

interface Parts {
  geoUrl: string;
  /** For addresses without a country; empty: unknown. */
  localCountry?: string;
  log: Logger;
}

export interface CountryLookup {
  /** @param named value of the CDN's header. @returns two capital letters, or null when the country is unknown. */
  country: (named: string | undefined, ip: string) => Promise<string | null>;
}

const serviceTimeoutMs = 1000;
/** Lifetimes in ms. The service charges per request, and an address does not move between pages. An unknown country is looked up again sooner. */
const remembered = { known: 10 * 60_000, unknown: 60_000 };
const maxRemembered = 10_000;
/** Maximum number of open requests. Beyond it a lookup finds no country: a page's notice must not wait in a queue. */
const maxOpen = 8;
/** CDNs write these for "unknown" and for the Tor network. */
const noCountries = new Set(['XX', 'T1', 'ZZ']);

function parseCountryCode(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) ? code : null;
}

/** Checks an address. @returns false for addresses without a country: this machine, private networks, link-local. */
function isPublic(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  return !/^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?$|f[cd]|fe[89ab])/i.test(
    ip,
  );
}

export function createCountryLookup({ geoUrl, localCountry = '', log }: Parts): CountryLookup {
  let reader: Promise<Reader<DatabaseEntry> | null> | undefined;

  /** Reads the database, 8 MB, at the first lookup; without the file the other sources still answer. */
  function openDatabase() {
    reader ??= readFile(
      createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
    )
      .then((bytes) => new Reader<DatabaseEntry>(bytes))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the country database cannot be read');
        return null;
      });
    return reader;
  }

  /** Requests to the service by network: pending while open, with their result afterwards. */
  const lookups = new LRUCache<string, Promise<string | null>>({ max: maxRemembered, ttl: remembered.known });
  let open = 0;

  function requestCountry(ip: string): Promise<string | null> | null {
    if (!geoUrl) return null;
    const network = toNetwork(ip);
    const cached = lookups.get(network);
    if (cached || open >= maxOpen) return cached ?? null;
    open += 1;
    const answer = askService(ip).then((country) => {
      open -= 1;
      if (country === null) lookups.set(network, answer, { ttl: remembered.unknown });
      return country;
    });
    lookups.set(network, answer);
    return answer;
  }

  /** Asks the service. It never rejects. */
  async function askService(ip: string): Promise<string | null> {
    const address = geoUrl.includes('{ip}')
      ? geoUrl.replace('{ip}', encodeURIComponent(ip))
      : `${geoUrl.replace(/\/$/, '')}/${encodeURIComponent(ip)}`;
    try {
      const response = await fetch(address, {
        signal: AbortSignal.timeout(serviceTimeoutMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      return parseCountryCode(((await response.json()) as { country?: unknown } | null)?.country);
    } catch (error) {
      log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the geolocation service did not answer',
      );
      return null;
    }
  }

  return {
    async country(named, ip) {
      const byHeader = parseCountryCode(named);
      if (byHeader) return byHeader;
      if (!isPublic(ip)) return parseCountryCode(localCountry);
      // The package's types describe MaxMind's databases; this database contains only the code.
      const entry = (await openDatabase())?.get(ip) as { country_code?: unknown } | null | undefined;
      return parseCountryCode(entry?.country_code) ?? requestCountry(ip);
    },
  };
}

/** Finds the country of the visitor who sent a request. */
export type FindCountry = (context: Pick<RequestContext, 'req' | 'env'>) => Promise<string | null>;

export function createFindCountry(
  { geoCountryHeader, clientIpHeader }: Pick<Config, 'geoCountryHeader' | 'clientIpHeader'>,
  lookup: CountryLookup,
): FindCountry {
  return (context) =>
    lookup.country(
      geoCountryHeader ? context.req.header(geoCountryHeader) : undefined,
      findRequestIp(context, clientIpHeader),
    );
}
