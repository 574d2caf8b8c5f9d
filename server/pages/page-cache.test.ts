import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { languageAddresses } from '../../site/i18n/locale-path.ts';
import { PageCache } from './page-cache.ts';
import { createCachedPage } from './page-bytes.ts';
import { buildPagePayload } from '../../site/page-payload.ts';
import { chooseEncoding } from '../http/content-encoding.ts';

const html = (text: string) => `<!doctype html><head></head><main id="main">${`<p>${text}</p>`.repeat(500)}</main>`;
const about = { title: 'A', lang: 'en', languages: languageAddresses(undefined, '/a'), buildId: 'test' };
const rendered = (text: string) => ({ html: html(text), about });

describe('page cache', () => {
  test('holds the same text in every encoding, before and after the final compression', async () => {
    const cache = new PageCache(undefined, 0);
    const { document, payload } = cache.set('/a', rendered('a'), ['x']);
    const quick = document.encode('br');
    const texts = () => [
      brotliDecompressSync(document.encode('br')).toString(),
      gunzipSync(document.encode('gzip')).toString(),
      document.encode('identity').toString(),
    ];
    const text = html('a');
    expect(texts()).toEqual([text, text, text]);
    await cache.settled();
    expect(document.encode('br')).not.toBe(quick);
    expect(texts()).toEqual([text, text, text]);
    expect(brotliDecompressSync(payload.encode('br')).toString()).toBe(JSON.stringify(buildPagePayload(text, about)));
  });

  test.each(['br', 'gzip'] as const)('makes any encoding from the one that was requested first: %s', (first) => {
    const { document } = createCachedPage(rendered('a'));
    document.encode(first);
    expect(document.held()).toEqual([document.encode(first)]);
    expect(document.encode('identity').toString()).toBe(html('a'));
    expect(brotliDecompressSync(document.encode('br')).toString()).toBe(html('a'));
    expect(gunzipSync(document.encode('gzip')).toString()).toBe(html('a'));
  });

  test('makes a payload on request, and compresses it finally then', async () => {
    const cache = new PageCache(undefined, 0);
    const { document, payload } = cache.set('/a', rendered('a'), ['x']);
    document.encode('br');
    await cache.settled();
    expect(payload.held()).toEqual([]);
    const quick = payload.encode('br');
    await cache.settled();
    expect(payload.encode('br')).not.toBe(quick);
    expect(JSON.parse(brotliDecompressSync(payload.encode('br')).toString())).toEqual(
      buildPagePayload(html('a'), about),
    );
  });

  test('uses no more memory than its bytes, and counts them', async () => {
    const cache = new PageCache(undefined, 0);
    const { document, payload } = cache.set('/a', rendered('a'), ['x']);
    const beyond = () =>
      [document, payload].flatMap((bytes) => bytes.held()).map(({ length, buffer }) => buffer.byteLength - length);
    payload.encode('identity');
    expect(beyond()).toEqual([0, 0]);
    const bytesBefore = cache.bytes;
    await cache.settled();
    expect(beyond()).toEqual([0, 0]);
    document.encode('gzip');
    expect(beyond()).toEqual([0, 0, 0]);
    expect(cache.bytes).toBeLessThan(bytesBefore);
  });

  test('compresses finally only pages that stay for a while', async () => {
    const cache = new PageCache(undefined, 100);
    const replaced = cache.set('/a', rendered('a'), ['x']).document;
    const stayed = cache.set('/b', rendered('b'), ['y']).document;
    const quick = [replaced.encode('br'), stayed.encode('br')];
    cache.set('/a', rendered('c'), ['x']);
    await cache.settled();
    expect(replaced.encode('br')).toBe(quick[0]);
    expect(stayed.encode('br')).not.toBe(quick[1]);
    expect(Date.now() - (cache.get('/b')?.renderedAt ?? 0)).toBeGreaterThanOrEqual(100);
  });

  test('drops exactly the pages that carry a tag, and keeps their last bytes', () => {
    const cache = new PageCache();
    cache.set('/a', rendered('a'), ['x', 'y']);
    cache.set('/b', rendered('b'), ['y']);
    cache.set('/c', rendered('c'), ['z']);
    expect(cache.markStale(['y', 'unknown'])).toEqual(new Set(['/a', '/b']));
    expect(['/a', '/b', '/c'].map((key) => cache.get(key)?.staleSince)).toEqual([
      expect.any(Number),
      expect.any(Number),
      null,
    ]);
    expect(cache.stale).toBe(2);
    expect((cache.get('/a') ?? fail('gone')).document.encode('identity').toString()).toBe(html('a'));
    // Replaced by a version that no longer shows `y`: the tag is forgotten with the old one.
    cache.set('/a', rendered('a2'), ['x']);
    expect(cache.markStale(['y'])).toEqual(new Set());
    expect(cache.get('/a')?.staleSince).toBeNull();
    expect(cache.stale).toBe(1);
  });

  test('is bounded in bytes', () => {
    const cache = new PageCache(20_000);
    for (let index = 0; index < 200; index += 1) cache.set(`/${index}`, rendered(String(index)), [`t${index}`]);
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
    expect(cache.get('/0')).toBeUndefined();
    expect(cache.get('/199')).toBeDefined();
    expect(cache.markStale(['t0'])).toEqual(new Set());
  });
});

function fail(message: string): never {
  throw new Error(message);
}

test.each([
  [undefined, 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', 'identity'],
  ['brotli', 'identity'],
  ['*', 'identity'],
])('encoding of %s is %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
