/** The site that is never ended: it takes the bulk of the inputs, and is measured for as long as it stands. */
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../content/locales.ts';
import { freePort } from '../tests/start-built-site.ts';
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
  /** Every page of the sitemap is looked at before the first sample, so that what a cache keeps is in it. */
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
  /** Resolves when every part of the attack stands: the time counts from there. */
  ready: () => Promise<void>;
  done: (thrown: number) => boolean;
}

/** The sitemap's pages, each in its languages. */
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

/** What is still measured while the first inputs fill caches, counters and code. */
const warmUpShare = 0.15;

export async function attackStandingSite({ findings, seed, dataDir, pace, ready, done }: Standing): Promise<void> {
  const site = await AttackedSite.start({
    port: await freePort(),
    dataDir,
    // So many bad forms make the site ask everybody a question, which customers here cannot read: it has tests of its own.
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
    // The start, and the index of the search behind it, are not measured.
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
