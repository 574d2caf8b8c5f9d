import { afterEach, expect, test, vi } from 'vitest';
import { contentControl } from './content-control.ts';
import type { Logger } from '../log.ts';

afterEach(() => void vi.useRealTimers());

test('missing and wrong secrets are told, with their number, once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const warn = vi.fn<(fields: object, text: string) => void>();
  // Nothing of the content is reached without the secret.
  const control = contentControl({
    secret: 'a-secret-of-the-tests',
    log: { warn } as unknown as Logger,
    previewed: () => null,
  } as unknown as Parameters<typeof contentControl>[0]);
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
