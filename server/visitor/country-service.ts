/** Asks a third-party service for the country of an address, and remembers its answers. */
import { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';
import { toNetwork } from '../http/visit.ts';
import { parseCountryCode } from './country-code.ts';

const serviceTimeoutMs = 1000;
/** Lifetimes in ms. The service charges per request, and an address does not move between pages. An unknown country is looked up again sooner. */
const remembered = { known: 10 * 60_000, unknown: 60_000 };
const maxRemembered = 10_000;
/** Maximum number of open requests. Beyond it a lookup finds no country: a page's notice must not wait in a queue. */
const maxOpenRequests = 8;

/**
 * @param geoUrl address of the service; empty: none is asked.
 * @returns a function that requests the country of an address; its result is null when the country is unknown. It never rejects.
 */
export function createCountryService(geoUrl: string, log: Logger): (ip: string) => Promise<string | null> | null {
  /** Requests to the service by network: pending while open, with their result afterwards. */
  const lookups = new LRUCache<string, Promise<string | null>>({ max: maxRemembered, ttl: remembered.known });
  let openRequests = 0;

  function requestCountry(ip: string): Promise<string | null> | null {
    if (!geoUrl) return null;
    const network = toNetwork(ip);
    const cached = lookups.get(network);
    if (cached || openRequests >= maxOpenRequests) return cached ?? null;
    openRequests += 1;
    const answer = askService(ip).then((country) => {
      openRequests -= 1;
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

  return requestCountry;
}
