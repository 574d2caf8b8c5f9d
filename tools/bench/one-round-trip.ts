/**
 * What it brings that style travels with the page (docs/decisions/0030-style-travels-with-the-page.md): first paints in a slowed-down
 * Chromium, each beside the same page with its style in a file.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags } from '../testing/chromium.ts';
import { projectRoot } from '../project-root.ts';
import type { StyleRule, StyleRules } from '../../site/layout/document/page-style.ts';
import { startBuiltSite } from '../../tests/start-built-site.ts';
import { median } from './machine.ts';

export interface FirstPaints {
  path: string;
  /** Median milliseconds until the largest part of the first screen is painted. */
  withPageMs: number;
  inFileMs: number;
  ratio: number;
  /** Of the former build, when one is given. */
  formerMs: number | null;
}

const paths = ['/', '/forex', '/account-types', '/news/gold-when-nothing-happens', '/faqs'];
const loads = 9;
/** A slow phone network and a processor four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;
const sheetInFile = '/whole-sheet.css';

function cssOf(rule: StyleRule): string {
  return 'at' in rule ? `${rule.at}{${rule.rules.map(cssOf).join('')}}` : rule.css;
}

/** Serves what `origin` serves, each answer kept in its smallest form; both ways of the comparison go through such a server. */
async function serverBefore(origin: string, change: (html: string) => string, sheet: string): Promise<Server> {
  const kept = new Map<string, { type: string; body: Buffer; encoding: string }>([
    [sheetInFile, { type: 'text/css; charset=utf-8', body: brotliCompressSync(sheet), encoding: 'br' }],
  ]);
  const server = createServer((request, response) => {
    const answer = async () => {
      const path = request.url ?? '/';
      let found = kept.get(path);
      if (!found) {
        const reply = await fetch(`${origin}${path}`, {
          headers: { 'accept-encoding': 'identity', cookie: 'locale=en' },
        });
        const type = reply.headers.get('content-type') ?? '';
        const bytes = await reply.bytes();
        const text = type.startsWith('text/html')
          ? Buffer.from(change(new TextDecoder().decode(bytes)))
          : Buffer.from(bytes);
        const isText = /text|javascript|json|svg/.test(type);
        found = { type, body: isText ? brotliCompressSync(text) : text, encoding: isText ? 'br' : 'identity' };
        kept.set(path, found);
      }
      response.writeHead(200, { 'content-type': found.type, 'content-encoding': found.encoding });
      response.end(found.body);
    };
    answer().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function largestPaintMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'load' });
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = 0;
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) last = startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        // No larger part follows once the page has been quiet for a second.
        setTimeout(() => resolve(last), 1000);
      }),
  );
  await context.close();
  return time;
}

/**
 * @param executablePath of Chromium.
 * @param former a checkout of a former commit, installed and built, whose pages are loaded in turn with today's.
 * @throws when a page does not load.
 */
export async function measureFirstPaints(executablePath: string, former: string | null = null): Promise<FirstPaints[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-one-round-trip-'));
  const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const formerSite = former
    ? await startBuiltSite(
        { DATA_DIR: join(dataDir, 'former'), LOG_LEVEL: 'silent', BROKERFRONT_ROOT: former },
        join(former, 'dist/server/main.js'),
      )
    : null;
  const { rules } = JSON.parse(await readFile(join(projectRoot, 'dist/server/style-rules.json'), 'utf8')) as StyleRules;
  const sheet = rules.map(cssOf).join('');
  const ways = [
    await serverBefore(site.url, (html) => html, sheet),
    await serverBefore(
      site.url,
      (html) => html.replace(/<style>.*?<\/style>/s, `<link rel="stylesheet" href="${sheetInFile}">`),
      sheet,
    ),
  ];
  if (formerSite) ways.push(await serverBefore(formerSite.url, (html) => html, sheet));
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const origins = ways.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const paints: FirstPaints[] = [];
    for (const path of paths) {
      const times = origins.map((): number[] => []);
      for (let load = 0; load <= loads; load += 1)
        for (const [way, origin] of origins.entries()) {
          const time = await largestPaintMs(browser, `${origin}${path}`);
          // The first load of each only fills the server.
          if (load > 0) times[way]?.push(time);
        }
      const [withPageMs = Number.NaN, inFileMs = Number.NaN, formerMs = null] = times.map(median);
      paints.push({ path, withPageMs, inFileMs, ratio: withPageMs / inFileMs, formerMs });
    }
    return paints;
  } finally {
    await browser.close();
    for (const server of ways) {
      server.closeAllConnections();
      server.close();
    }
    await site.stop();
    await formerSite?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
