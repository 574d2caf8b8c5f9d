import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../tests/until.ts';
import { createLog } from '../log.ts';
import { createCountryLookup } from './country-lookup.ts';

const log = createLog('silent');
/** A test network (RFC 5737): in no country's registry. */
const unknownAddress = '192.0.2.7';
const closing: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) close();
});

async function service(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('the country of a visitor', () => {
  test('R42: comes from the header of the CDN first, then from the embedded database, for IPv4 and IPv6', async () => {
    const lookup = createCountryLookup({ geoUrl: '', log });
    expect(await lookup.findCountry('es', '8.8.8.8')).toBe('ES');
    expect(await lookup.findCountry(undefined, '8.8.8.8')).toBe('US');
    expect(await lookup.findCountry('XX', '196.25.1.1')).toBe('ZA');
    expect(await lookup.findCountry(undefined, '2a00:1450:4001:80b::200e')).toMatch(/^[A-Z]{2}$/);
  });

  test.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.9', 'fe80::1', 'no address', ''])(
    'is null for %s',
    async (ip) => {
      expect(await createCountryLookup({ geoUrl: '', log }).findCountry(undefined, ip)).toBeNull();
      // Unless the configuration says where such visitors are.
      const lookup = createCountryLookup({ geoUrl: '', localCountry: 'MX', log });
      expect([
        await lookup.findCountry(undefined, ip),
        await lookup.findCountry(undefined, '8.8.8.8'),
        await lookup.findCountry('DE', ip),
      ]).toEqual(['MX', 'US', 'DE']);
    },
  );

  test('comes last from the third-party service, which gets the address in place of {ip}', async () => {
    const requests: string[] = [];
    const url = await service((request, response) => {
      requests.push(request.url ?? '');
      response.end('{"ip":"192.0.2.7","country":"pt"}');
    });
    expect(
      await createCountryLookup({ geoUrl: `${url}/v1/{ip}?fields=country`, log }).findCountry(
        undefined,
        unknownAddress,
      ),
    ).toBe('PT');
    expect(await createCountryLookup({ geoUrl: url, log }).findCountry(undefined, unknownAddress)).toBe('PT');
    expect(await createCountryLookup({ geoUrl: url, log }).findCountry(undefined, '8.8.8.8')).toBe('US');
    expect(requests).toEqual(['/v1/192.0.2.7?fields=country', '/192.0.2.7']);
  });

  test.each<[string, RequestListener]>([
    ['an error', (_request, response) => response.writeHead(500).end()],
    ['nonsense', (_request, response) => response.end('<html>')],
    ['null', (_request, response) => response.end('null')],
    ['another shape', (_request, response) => response.end('{"country":{"code":"ES"}}')],
  ])('a service that answers %s gives no country', async (_name, answer) => {
    expect(
      await createCountryLookup({ geoUrl: await service(answer), log }).findCountry(undefined, unknownAddress),
    ).toBeNull();
  });

  test('is requested once for an address and for its IPv6 network, also by many requests at the same time', async () => {
    const requests: string[] = [];
    const url = await service((request, response) => {
      requests.push(request.url ?? '');
      response.end('{"country":"pt"}');
    });
    const lookup = createCountryLookup({ geoUrl: url, log });
    const many = await Promise.all(Array.from({ length: 50 }, () => lookup.findCountry(undefined, unknownAddress)));
    expect([...new Set(many)]).toEqual(['PT']);
    expect(await lookup.findCountry(undefined, unknownAddress)).toBe('PT');
    for (const ip of ['3fff:0:1:2::1', '3fff:0:1:2:ffff::9'])
      expect(await lookup.findCountry(undefined, ip)).toBe('PT');
    expect(requests).toEqual(['/192.0.2.7', '/3fff%3A0%3A1%3A2%3A%3A1']);
  });

  test.each([
    ['a country that the service knows', '{"country":"pt"}', 10 * 60_000],
    ['that it knows none', '{}', 60_000],
  ])('is remembered for the documented time: %s', async (_what, answer, milliseconds) => {
    let requests = 0;
    const url = await service((_request, response) => {
      requests += 1;
      response.end(answer);
    });
    const lookup = createCountryLookup({ geoUrl: url, log });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const askAfter = async (time: number) => {
      now += time;
      // The cache reads the clock at most once in a millisecond: its timer ends before this one.
      await wait(2);
      await lookup.findCountry(undefined, unknownAddress);
      return requests;
    };
    expect([await askAfter(0), await askAfter(milliseconds - 1000), await askAfter(2000)]).toEqual([1, 1, 2]);
  });

  test('is requested for a few addresses at once, and further visitors do not wait', async () => {
    const waiting: (() => void)[] = [];
    const url = await service((_request, response) => void waiting.push(() => response.end('{"country":"pt"}')));
    const lookup = createCountryLookup({ geoUrl: url, log });
    const crowd = Array.from({ length: 100 }, (_, index) => lookup.findCountry(undefined, `192.0.2.${index + 1}`));
    // Lookups beyond the first eight resolve, although the service has not answered one request yet.
    expect(await Promise.all(crowd.slice(8))).toEqual(Array.from({ length: 92 }, () => null));
    await until(() => waiting.length === 8, 'the questions');
    for (const answer of waiting) answer();
    expect(await Promise.all(crowd.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => 'PT'));
    expect(waiting).toHaveLength(8);
  });

  test('is null when the service does not answer within one second', async () => {
    const url = await service(() => undefined);
    const over = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
    const country = createCountryLookup({ geoUrl: url, log }).findCountry(undefined, unknownAddress);
    await until(() => limit.mock.calls.length > 0, 'the question');
    expect(limit).toHaveBeenCalledExactlyOnceWith(1000);
    over.abort(new DOMException('the second is over', 'TimeoutError'));
    expect(await country).toBeNull();
    limit.mockRestore();
  });
});
