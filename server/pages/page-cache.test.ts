import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';
import { bytesOf } from './page-bytes.ts';
import { chooseEncoding } from '../http/content-encoding.ts';

const html = (text: string) => `<!doctype html><p>${text}</p>`.repeat(50);
const rendered = (text: string) => ({ html: html(text), payload: JSON.stringify({ main: html(text) }) });

describe('page cache', () => {
  test('holds the same text in every encoding, before and after the final compression', async () => {
    const cache = new PageCache();
    const page = cache.set('/a', rendered('a'), ['x']);
    const quick = page.br;
    expect(brotliDecompressSync(quick).toString()).toBe(html('a'));
    await cache.settled();
    expect(page.br).not.toBe(quick);
    expect(brotliDecompressSync(page.br).toString()).toBe(html('a'));
    expect(gunzipSync(page.gzip).toString()).toBe(html('a'));
    expect(bytesOf(page, 'identity').toString()).toBe(html('a'));
    expect(brotliDecompressSync(page.payload.br).toString()).toBe(rendered('a').payload);
  });

  test('keeps no more memory than the bytes it holds', async () => {
    const cache = new PageCache();
    const page = cache.set('/a', rendered('a'), ['x']);
    const held = () =>
      [page, page.payload]
        .flatMap(({ br, gzip }) => [br, gzip])
        .map(({ length, buffer }) => buffer.byteLength - length);
    expect(held()).toEqual([0, 0, 0, 0]);
    await cache.settled();
    expect(held()).toEqual([0, 0, 0, 0]);
  });

  test('drops exactly the pages that carry a tag, and keeps their last bytes', () => {
    const cache = new PageCache();
    cache.set('/a', rendered('a'), ['x', 'y']);
    cache.set('/b', rendered('b'), ['y']);
    cache.set('/c', rendered('c'), ['z']);
    expect(cache.markStale(['y', 'unknown'])).toEqual(new Set(['/a', '/b']));
    expect([cache.get('/a')?.stale, cache.get('/b')?.stale, cache.get('/c')?.stale]).toEqual([true, true, false]);
    expect(bytesOf(cache.get('/a') ?? fail('gone'), 'identity').toString()).toBe(html('a'));
    // Replaced by a version that no longer shows `y`: the tag is forgotten with the old one.
    cache.set('/a', rendered('a2'), ['x']);
    expect(cache.markStale(['y'])).toEqual(new Set());
    expect(cache.get('/a')?.stale).toBe(false);
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
