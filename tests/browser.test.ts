import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { launchChromium } from './browser.ts';

test.each(['context', 'page', 'browser'] as const)(
  'no error remains when the %s closes while a test answers one of its requests',
  async (closed) => {
    const requested = Promise.withResolvers<void>();
    const silent = createServer(() => requested.resolve()).listen(0, '127.0.0.1');
    const browser = await launchChromium();
    const errors: unknown[] = [];
    const note = (error: unknown) => errors.push(error);
    process.on('unhandledRejection', note);
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      const ended = Promise.withResolvers<void>();
      await context.route('https://broker.example/**', async (route) => {
        try {
          await route.fetch({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` });
        } finally {
          ended.resolve();
        }
      });
      page.goto('https://broker.example/').catch(() => undefined);
      await requested.promise;
      await { context, page, browser }[closed].close();
      await browser.close();
      await ended.promise;
      await new Promise(setImmediate);
      expect(errors).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      silent.closeAllConnections();
      silent.close();
    }
  },
);
