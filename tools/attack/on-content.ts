/** Attacks a site that is connected to a content service: the service lies or fails, and forged and genuine webhooks arrive. */
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../../content/locales.ts';
import { freePort } from '../../tests/start-built-site.ts';
import { AttackedSite } from './attacked-site.ts';
import { type ContentService, startContentService } from './content-service.ts';
import { executableMarkup } from './executable-markup.ts';
import { exchange, plainGet } from './raw-connection.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import { type Sample, growthOf, sampleOf } from './growth.ts';
import { Random } from './random.ts';
import type { Standing } from './on-standing-site.ts';
import { watchedPaths } from './generate/page-requests.ts';
import { volley } from './volley.ts';

const secret = 'the webhook secret of the attack';
const webhookHeader = `X-Webhook-Secret: ${secret}\r\n`;

async function tell(site: AttackedSite, path: string, body: string): Promise<number> {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${site.host}\r\n${webhookHeader}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  const {
    answers: [answer],
  } = await exchange({ port: site.port, from: '127.0.77.5', pieces: [Buffer.from(head + body)], patience: 15_000 });
  return answer?.status ?? 0;
}

const entries: [model: string, key: string][] = [
  ['page', 'forex'],
  ['page', 'about'],
  ['page', 'home'],
  ['page', 'contact'],
  ['legal-document', 'privacy-policy'],
  ['header', ''],
  ['footer', ''],
  ['common-datum', ''],
  ['default-seo', ''],
  ['news-article', 'gold-when-nothing-happens'],
  ['faq', 'x'],
  ['tag', 'gold'],
  ['glossary-term', 'leverage'],
  ['job', 'senior-typescript-engineer-remote'],
  ['redirect', 'fx'],
  ['account-type', 'standard'],
  ['instrument', 'eurusd'],
  ['price-history', 'eurusd'],
  ['instrument-guide', 'eurusd'],
  ['trading-calendar', 'forex'],
];

async function announce(site: AttackedSite, random: Random): Promise<void> {
  const [model, key] = random.pick(entries);
  await tell(
    site,
    '/api/content/webhook',
    JSON.stringify({ event: 'entry.publish', model, entry: { key, locale: random.pick(locales) } }),
  );
}

/** The site may show a lie, but never as executable markup. */
async function noScripts(site: AttackedSite): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of watchedPaths) {
    const {
      answers: [answer],
    } = await exchange({ port: site.port, from: '127.0.77.5', pieces: [plainGet(path, site.port)], patience: 10_000 });
    for (const found of executableMarkup(answer?.body ?? '').slice(0, 3))
      wrong.push(`${path}: the content stands in it as markup: ${found}`);
  }
  return wrong;
}

/** Milliseconds that the site has to recover. */
const truthPatience = 40_000;

/** Waits until the site, now that the service tells the truth again, has reread all content and shows the pages as before. @returns what is still wrong. */
async function recovers(site: AttackedSite, visitor: HealthyVisitor): Promise<string[]> {
  const end = performance.now() + truthPatience;
  for (;;) {
    const status = await tell(site, '/api/content/confirm-removal', '{}');
    const wrong = await visitor.lookAtAll(site);
    if (status === 200 && wrong.length === 0) return [];
    if (performance.now() > end) return wrong.length > 0 ? wrong : [`everything could not be read: ${status}`];
    await wait(500);
  }
}

const absences = ['closed', 'hung', 'error', 'slow'] as const;

async function round(
  number: number,
  {
    site,
    service,
    visitor,
    random,
    findings,
    telling,
    lyingLists,
  }: {
    site: AttackedSite;
    service: ContentService;
    visitor: HealthyVisitor;
    random: Random;
    findings: Standing['findings'];
    telling: number;
    lyingLists: boolean;
  },
): Promise<void> {
  const before = service.lies();
  if (number % 4 === 3) {
    const how = random.pick(absences);
    service.away(how);
    for (let index = 0; index < 4; index += 1) await announce(site, random);
    for (const wrong of await visitor.lookAtAll(site, false)) findings.failedView(`content service ${how}`, wrong);
    service.away(null);
    findings.fault(`content service ${how}`);
  } else {
    service.lie(random, random.pick([0.2, 0.5, 1]), lyingLists);
    for (let index = 0; index < telling; index += 1) {
      await announce(site, random);
      // A change of media makes the site reread everything, request by request, until it detects a lie.
      if (random.chance(0.2))
        await tell(
          site,
          '/api/content/webhook',
          JSON.stringify({ event: 'media.update', media: { url: '/uploads/none.svg' } }),
        );
      await wait(30);
    }
    for (const wrong of await noScripts(site)) findings.failedView('content service lies', wrong);
    for (const wrong of await visitor.lookAtAll(site, false)) findings.failedView('content service lies', wrong);
    service.lie(null);
    findings.fault('content service lies');
  }
  findings.inputs['content answer'] += service.lies() - before;
  for (const wrong of await recovers(site, visitor))
    findings.failedView('content service tells the truth again', wrong);
}

/** Waits until the first sync has filled the replica: a start waits for it only so long. @throws after a minute. */
async function filled(site: AttackedSite): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await fetch(`${site.url}/readyz`)).ok) {
    if (performance.now() > end) throw new Error('the first sync does not end');
    await wait(50);
  }
}

export async function attackThroughContent(
  { findings, seed, dataDir, pace, ready, done }: Standing,
  { rounds = Number.POSITIVE_INFINITY, lyingLists = true }: { rounds?: number | undefined; lyingLists?: boolean } = {},
): Promise<void> {
  const service = await startContentService();
  let site: AttackedSite;
  try {
    site = await AttackedSite.start({
      port: await freePort(),
      dataDir,
      environment: {
        STRAPI_URL: service.url,
        STRAPI_TOKEN: 'a token of the attack, long enough',
        STRAPI_WEBHOOK_SECRET: secret,
      },
    });
  } catch (error) {
    await service.close();
    throw error;
  }
  let lying = false;
  const visitor = new HealthyVisitor({
    name: 'site with a content service',
    site: () => site,
    findings,
    every: pace.viewEvery,
    sameBytes: () => !lying,
  });
  const samples: Sample[] = [];
  const random = new Random(`${seed}/content`);
  try {
    await filled(site);
    await visitor.learn(site);
    await ready();
    await site.longestPause();
    visitor.start();
    // The bytes of pages change with the lies, so the volley only checks that nothing fails.
    let enough = false;
    const knocking = volley({
      site,
      findings,
      seed: `${seed}/content`,
      secret,
      concurrency: 4,
      rate: Math.max(5, pace.rate / 8),
      isAsEver: () => true,
      done: () => enough || done(0),
    });
    for (let number = 0; number < rounds && !done(0) && !site.isGone(); number += 1) {
      lying = true;
      await round(number, {
        site,
        service,
        visitor,
        random,
        findings,
        telling: rounds === Number.POSITIVE_INFINITY ? 25 : 8,
        lyingLists,
      });
      lying = false;
      const { sample, longestPause } = await sampleOf(site, dataDir);
      samples.push(sample);
      findings.paused(longestPause, 'site with a content service');
    }
    enough = true;
    await knocking;
    if (site.isGone()) findings.failedFault('site with a content service', `it ended: ${site.output.slice(-1500)}`);
    findings.growth.push(...growthOf(samples.slice(Math.ceil(samples.length * 0.15)), 'site with a content service'));
  } finally {
    await visitor.stop();
    await site.end('SIGTERM');
    await service.close();
  }
}
