import { afterEach, expect, test, vi } from 'vitest';
import { createContentControl, readHints } from './content-control.ts';
import type { Logger } from '../log.ts';

afterEach(() => void vi.useRealTimers());

test('requests with missing and wrong secrets are logged with their number, once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const warn = vi.fn<(fields: object, text: string) => void>();
  // Without the secret no request reaches the content, so the test leaves those parts out.
  const control = createContentControl({
    secret: 'a-secret-of-the-tests',
    log: { warn } as unknown as Logger,
    previewed: () => null,
  } as unknown as Parameters<typeof createContentControl>[0]);
  const ask = async (path: string, method: string, secret?: string) =>
    (await control.request(path, { method, ...(secret ? { headers: { 'x-webhook-secret': secret } } : {}) })).status;
  expect([
    await ask('/webhook', 'POST'),
    await ask('/confirm-removal', 'POST', 'guess'),
    await ask('/live', 'GET', 'guess'),
  ]).toEqual([401, 401, 401]);
  expect(warn.mock.calls).toEqual([[{ path: '/webhook', refused: 1 }, 'a secret was missing or wrong']]);
  vi.advanceTimersByTime(60_000);
  await ask('/live', 'GET');
  expect(warn.mock.calls.slice(1)).toEqual([[{ path: '/live', refused: 3 }, 'a secret was missing or wrong']]);
});

test.each([
  [
    { event: 'entry.publish', model: 'page', entry: { key: 'forex', locale: 'es' } },
    { type: 'page', id: 'forex' },
  ],
  [
    { event: 'entry.update', model: 'header', entry: { id: 1 } },
    { type: 'header', id: 'header' },
  ],
  [{ event: 'media.update', media: { url: '/uploads/gold.webp' } }, { media: '/uploads/gold.webp' }],
  [{ event: 'media.update', media: { url: '' } }, null],
  [{ event: 'media.update', media: { url: `/${'x'.repeat(2000)}` } }, null],
  [{ event: 'entry.publish', model: 'page', entry: { key: 'x'.repeat(301) } }, null],
  [{ event: 'entry.publish', model: 'page', entry: null }, null],
  [{ event: 'entry.publish', model: 'user', entry: { key: 'forex' } }, null],
  // From a Strapi of an older release.
  [{ event: 'entries.coming', model: 'instrument', coming: 5000 }, null],
  [[], null],
  ['text', null],
])('the webhook %j makes the site read %j', (body, hint) => {
  expect(readHints(body)).toEqual(hint ? [hint] : []);
});

test('a webhook may name many documents', () => {
  const entries = [{ key: 'eurusd' }, { key: '' }, null, { key: 'xauusd' }];
  expect(readHints({ event: 'entry.publish', model: 'instrument', entries })).toEqual([
    { type: 'instrument', id: 'eurusd' },
    { type: 'instrument', id: 'xauusd' },
  ]);
});
