import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../tests/until.ts';

/** Addresses that were requested, in order. */
let requested: string[] = [];
let answers: (() => void)[] = [];
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
  [requested, answers] = [[], []];
  vi.stubGlobal('fetch', (address: string) => {
    // What another file of this worker still requests is not of these tests.
    if (!address.startsWith('/')) return Promise.reject(new Error(address));
    requested.push(address);
    return new Promise((resolve) => answers.push(() => resolve(Response.json({}))));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a payload is used for a minute, then requested again: a publish may have changed the page', async () => {
  const { loadPayloadAt } = await import('./page-preload.ts');
  const ask = async () => {
    const payload = loadPayloadAt('/forex/_payload.json');
    await until(() => requested.length > 0, 'a request');
    for (const answer of answers) answer();
    await payload;
    return requested.length;
  };
  expect(await ask()).toBe(1);
  vi.setSystemTime(Date.now() + 59_999);
  expect(await ask()).toBe(1);
  vi.setSystemTime(Date.now() + 1);
  const secondPayload = loadPayloadAt('/forex/_payload.json');
  await until(() => requested.length === 2, '2 requests');
  for (const answer of answers) answer();
  await secondPayload;
});

/** Loads the payload at an address, and answers its request. */
async function load(address: string): Promise<object> {
  const { loadPayloadAt } = await import('./page-preload.ts');
  const payload = loadPayloadAt(address);
  await until(() => requested.includes(address), address);
  for (const answer of answers) answer();
  return payload;
}

test('thirty payloads at most are kept', async () => {
  for (let page = 0; page <= 30; page += 1) await load(`/${page}`);
  await load('/30');
  expect(requested).toHaveLength(31);
  await load('/0');
  expect(requested.at(-1)).toBe('/0');
});

test('a payload that is too old to be used is freed with the next request', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const former = new WeakRef(await load('/former'));
  vi.setSystemTime(Date.now() + 60_000);
  await load('/next');
  await until(() => {
    collectGarbage();
    return !former.deref();
  }, 'the end of the former payload');
});

test('R62: four requests at most at the same time', async () => {
  const { preloadLater } = await import('./page-preload.ts');
  for (let page = 0; page < 6; page += 1) preloadLater(`/${page}`);
  await until(() => requested.length === 4, '4 requests');
  answers[0]?.();
  await until(() => requested.length === 5, '5 requests');
  expect(requested).toEqual(['/0', '/1', '/2', '/3', '/4']);
});
