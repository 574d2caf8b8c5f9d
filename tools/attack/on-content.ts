/** Attacks a site with a content service that sends false answers or fails, while forged and genuine webhooks arrive. */
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { locales } from '../../content/locales.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { until } from '../../tests/until.ts';
import { AttackedSite } from './attacked-site.ts';
import { startContentService } from './content-service.ts';
import { findExecutableMarkup } from './executable-markup.ts';
import { watchedPaths } from './generate/page-requests.ts';
import { type Draw, oneWord, chance, drawFrom } from './generate/text.ts';
import { type Sample, findGrowth, takeSample } from './growth.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import type { PartContext } from './on-running-site.ts';
import { get } from './raw-connection.ts';
import { sendVolley } from './volley.ts';

const secret = 'the webhook secret of the attack';
const name = 'site with a content service';

/** Posts to the site with the webhook secret. @returns the status of the answer; 0 without one. */
async function callSite(site: AttackedSite, path: string, body: object): Promise<number> {
  const response = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'x-webhook-secret': secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  await response?.body?.cancel().catch(() => undefined);
  return response?.status ?? 0;
}

const entries = oneWord(
  'page/forex page/about page/home page/contact legal-document/privacy-policy header/ footer/ common-datum/ default-seo/ news-article/gold-when-nothing-happens faq/x tag/gold glossary-term/leverage job/senior-typescript-engineer-remote redirect/fx account-type/standard instrument/eurusd price-history/eurusd instrument-guide/eurusd trading-calendar/forex',
);

async function announce(site: AttackedSite, draw: Draw): Promise<void> {
  const [model, key] = draw(entries).split('/');
  const locale = draw(fc.constantFrom(...locales));
  await callSite(site, '/api/content/webhook', { event: 'entry.publish', model, entry: { key, locale } });
}

/** Finds executable markup in pages: the site may show false content, but only as text. */
async function findScripts(site: AttackedSite): Promise<string[]> {
  const problems: string[] = [];
  for (const path of watchedPaths) {
    const { answer } = await get(site, path, { from: '127.0.77.5' });
    for (const found of findExecutableMarkup(answer?.body ?? '').slice(0, 3))
      problems.push(`${path}: the page contains the content as markup: ${found}`);
  }
  return problems;
}

/** Milliseconds that the site has to recover. */
const recoveryTimeoutMs = 40_000;

/** Waits until the site has reread the correct content and shows its former pages. @returns the problems that remain. */
async function awaitRecovery(site: AttackedSite, visitor: HealthyVisitor): Promise<string[]> {
  const end = performance.now() + recoveryTimeoutMs;
  for (;;) {
    const status = await callSite(site, '/api/content/confirm-removal', {});
    const problems = await visitor.viewAll();
    if (status === 200 && problems.length === 0) return [];
    if (performance.now() > end) return problems.length > 0 ? problems : [`everything could not be read: ${status}`];
    await wait(500);
  }
}

interface ContentOptions {
  rounds?: number | undefined;
  /** Lists also shrink and have wrong counts. */
  lyingLists?: boolean;
}

export async function attackThroughContent(
  { findings, seed, dataDir, pace, ready, done }: PartContext,
  { rounds = Number.POSITIVE_INFINITY, lyingLists = true }: ContentOptions = {},
): Promise<void> {
  await using service = await startContentService();
  const site = await AttackedSite.start({
    port: await freePort(),
    dataDir,
    environment: {
      STRAPI_URL: service.url,
      STRAPI_TOKEN: 'a token of the attack, long enough',
      STRAPI_WEBHOOK_SECRET: secret,
    },
  });
  let isLying = false;
  const visitor = new HealthyVisitor({
    name,
    site,
    findings,
    intervalMs: pace.viewEvery,
    sameBytes: () => !isLying,
  });
  const samples: Sample[] = [];
  const draw = drawFrom(`${seed}/content`);
  const announcements = rounds === Number.POSITIVE_INFINITY ? 25 : 8;
  const failViews = (who: string, wrongs: readonly string[]) => {
    for (const problems of wrongs) findings.failedView(who, problems);
  };

  async function failForAWhile(): Promise<void> {
    const failure = draw(fc.constantFrom('closed', 'hung', 'error', 'slow'));
    service.failure(failure);
    for (let index = 0; index < 4; index += 1) await announce(site, draw);
    failViews(`content service ${failure}`, await visitor.viewAll(false));
    service.failure(null);
    findings.fault(`content service ${failure}`);
  }

  async function lie(): Promise<void> {
    const liesBefore = service.lies();
    service.lie({ draw, percent: draw(fc.constantFrom(20, 50, 100)), lists: lyingLists });
    for (let index = 0; index < announcements; index += 1) {
      await announce(site, draw);
      // A change of media makes the site reread everything, request by request, until it detects a lie.
      const media = { event: 'media.update', media: { url: '/uploads/none.svg' } };
      if (draw(chance(20))) await callSite(site, '/api/content/webhook', media);
      await wait(30);
    }
    failViews('content service lies', [...(await findScripts(site)), ...(await visitor.viewAll(false))]);
    service.lie(null);
    findings.fault('content service lies');
    findings.inputs['content answer'] += service.lies() - liesBefore;
  }

  try {
    // The start of the site waits for the first sync only for a limited time.
    await until(async () => (await fetch(`${site.url}/readyz`)).ok, 'the end of the first sync', 60_000);
    await visitor.learn();
    await ready();
    await site.longestPause();
    visitor.start();
    let isEnough = false;
    const volley = sendVolley({
      site,
      findings,
      seed: `${seed}/content`,
      secret,
      concurrency: 4,
      rate: Math.max(5, pace.rate / 8),
      // The bytes of pages change with the lies.
      isUnchanged: () => true,
      done: () => isEnough || done(0),
    });
    for (let number = 0; number < rounds && !done(0) && !site.isGone(); number += 1) {
      isLying = true;
      await (number % 4 === 3 ? failForAWhile() : lie());
      failViews('content service tells the truth again', await awaitRecovery(site, visitor));
      isLying = false;
      samples.push(await takeSample(site, dataDir, findings, name));
    }
    isEnough = true;
    await volley;
    if (site.isGone()) findings.failedFault(name, `it ended: ${site.output.slice(-1500)}`);
    findings.failures.growth.push(...findGrowth(samples, name));
  } finally {
    await visitor.stop();
    await site.end();
  }
}
