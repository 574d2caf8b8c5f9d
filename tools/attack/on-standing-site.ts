/** Attacks a site that is never restarted: it receives most of the inputs, and its memory and pauses are measured throughout. */
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../../content/locales.ts';
import { freePort } from '../../tests/start-built-site.ts';
import { AttackedSite } from './attacked-site.ts';
import { Customers } from './customers.ts';
import type { Findings } from './findings.ts';
import { type Sample, growthOf, sampleOf } from './growth.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import { exchange, plainGet } from './raw-connection.ts';
import { volley } from './volley.ts';

export interface Pace {
  /** Inputs a second. */
  rate: number;
  concurrency: number;
  /** Milliseconds between two samples of memory. */
  sampleEvery: number;
  /** Request every page of the sitemap before the first sample, so that the sample includes full caches. */
  everyPageFirst: boolean;
  /** Milliseconds between the views of each healthy visitor, and between the forms of each customer. */
  viewEvery: number;
  formEvery: number;
}

export interface Standing {
  findings: Findings;
  seed: string;
  dataDir: string;
  pace: Pace;
  /** Call when this part is ready. Resolves when every part of the attack is ready; the time counts from then. */
  ready: () => Promise<void>;
  /** @param thrown the number of inputs sent so far. */
  done: (thrown: number) => boolean;
}

/** Requests every page of the sitemaps of all languages. */
async function warmUp(site: AttackedSite): Promise<void> {
  for (const locale of locales) {
    const {
      answers: [map],
    } = await exchange({
      port: site.port,
      from: '127.0.77.4',
      pieces: [plainGet(`/sitemap-${locale}.xml`, site.port)],
      patience: 10_000,
    });
    for (const [, path = '/'] of (map?.body ?? '').matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)) {
      await exchange({
        port: site.port,
        from: '127.0.77.4',
        pieces: [plainGet(path || '/', site.port)],
        patience: 10_000,
      });
    }
  }
}

/** The share of the samples to ignore: during these the first inputs still fill caches and counters, and V8 still compiles. */
const warmUpShare = 0.15;

export async function attackStandingSite({ findings, seed, dataDir, pace, ready, done }: Standing): Promise<void> {
  const site = await AttackedSite.start({
    port: await freePort(),
    dataDir,
    // This many bad forms would make the site challenge every sender, which the customers here cannot answer. The challenge has tests of its own.
    environment: { CHALLENGE_AFTER: '999999' },
  });
  const visitor = new HealthyVisitor({ name: 'standing site', site: () => site, findings, every: pace.viewEvery });
  const customers = new Customers({ site: () => site, findings, dataDir, every: pace.formEvery });
  const samples: Sample[] = [];
  const state = { over: false };
  const over = () => state.over;
  const measuring = async () => {
    while (!over()) {
      const { sample, longestPause } = await sampleOf(site, dataDir);
      samples.push(sample);
      findings.paused(longestPause, 'standing site');
      for (let waited = 0; waited < pace.sampleEvery && !over(); waited += 100) await wait(100);
    }
  };
  try {
    if (pace.everyPageFirst) await warmUp(site);
    await visitor.learn(site);
    await ready();
    // Resets the longest pause: the start, with the building of the search index, does not count.
    await site.longestPause();
    visitor.start();
    customers.start();
    const sampling = measuring();
    sampling.catch(() => {
      state.over = true;
    });
    await volley({
      site,
      findings,
      seed: `${seed}/standing`,
      secret: '',
      concurrency: pace.concurrency,
      rate: pace.rate,
      isAsEver: (path, body) => visitor.isAsEver(path, body),
      done,
    });
    state.over = true;
    await Promise.all([sampling, visitor.stop(), customers.stop()]).catch((error: unknown) =>
      findings.failedFault('standing site', String(error)),
    );
    if (site.isGone()) findings.failedFault('standing site', `it ended: ${site.output.slice(-1500)}`);
    else for (const wrong of await visitor.lookAtAll(site)) findings.failedView('standing site, at the end', wrong);
    findings.growth.push(...growthOf(samples.slice(Math.ceil(samples.length * warmUpShare)), 'standing site'));
    findings.lost.push(...customers.lost(), ...customers.lostFiles());
  } finally {
    state.over = true;
    await Promise.all([visitor.stop(), customers.stop()]);
    await site.end('SIGTERM');
  }
}
