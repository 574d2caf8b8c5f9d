/** Measures a first load on the network as Chromium counts it: bytes with headers, by kind of resource. */
import { chromium } from 'playwright-core';
import { chromiumFlags } from '../testing/chromium.ts';

export interface BrowserLoad {
  path: string;
  requests: number;
  /** Encoded bytes by kind, of requests that began before the load event. */
  bytes: { document: number; script: number; stylesheet: number; font: number; image: number; other: number };
  total: number;
  /** Encoded bytes of requests that idle time adds afterwards: the warm-up of islands. */
  afterLoad: number;
}

const kinds = ['document', 'script', 'stylesheet', 'font', 'image'] as const;

export async function measureBrowserLoads(
  executablePath: string,
  origin: string,
  paths: readonly string[],
): Promise<BrowserLoad[]> {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const loads: BrowserLoad[] = [];
    for (const path of paths) {
      // A new context has an empty cache.
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const started = new Map<string, { kind: string; late: boolean }>();
      const result: BrowserLoad = {
        path,
        requests: 0,
        bytes: { document: 0, script: 0, stylesheet: 0, font: 0, image: 0, other: 0 },
        total: 0,
        afterLoad: 0,
      };
      let loaded = false;
      page.once('load', () => {
        loaded = true;
      });
      session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
        if (request.url.startsWith('http'))
          started.set(requestId, { kind: (type ?? 'Other').toLowerCase(), late: loaded });
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const request = started.get(requestId);
        if (!request) return;
        if (request.late) {
          result.afterLoad += encodedDataLength;
          return;
        }
        const kind = kinds.find((name) => name === request.kind) ?? 'other';
        result.bytes[kind] += encodedDataLength;
        result.total += encodedDataLength;
        result.requests += 1;
      });
      await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
      loads.push(result);
      await context.close();
    }
    return loads;
  } finally {
    await browser.close();
  }
}
