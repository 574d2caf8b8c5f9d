/**
 * Finds the visitor's country (R42): from the CDN's header, else the embedded database, else a third-party service, else unknown. The free
 * data is sometimes wrong, so no page depends on it; registration follows the policy of the country (`country-policy.ts`).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Reader, type Response as DatabaseEntry } from 'mmdb-lib';
import type { Logger } from '../log.ts';
import type { Config } from '../config.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findRequestIp } from '../http/visit.ts';
import { parseCountryCode } from './country-code.ts';
import { createCountryService } from './country-service.ts';

interface Options {
  geoUrl: string;
  /** For addresses without a country; empty: unknown. */
  localCountry?: string;
  log: Logger;
}

export interface CountryLookup {
  /** @param headerValue value of the CDN's header. @returns two capital letters, or null when the country is unknown. */
  findCountry: (headerValue: string | undefined, ip: string) => Promise<string | null>;
}

/** Checks an address. @returns false for addresses without a country: this machine, private networks, link-local. */
function isPublic(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  return !/^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?$|f[cd]|fe[89ab])/i.test(
    ip,
  );
}

export function createCountryLookup({ geoUrl, localCountry = '', log }: Options): CountryLookup {
  const requestCountry = createCountryService(geoUrl, log);
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

  return {
    async findCountry(headerValue, ip) {
      const byHeader = parseCountryCode(headerValue);
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
    lookup.findCountry(
      geoCountryHeader ? context.req.header(geoCountryHeader) : undefined,
      findRequestIp(context, clientIpHeader),
    );
}
