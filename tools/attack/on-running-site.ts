/** Attacks a site that is never restarted: it receives the inputs, and its memory and pauses are measured throughout. */
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../../content/locales.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { AttackedSite } from './attacked-site.ts';
import { Customers } from './customers.ts';
import { type Sample, findGrowth, takeSample } from './growth.ts';
import { holdConnections } from './hostile-connections.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import { get } from './raw-connection.ts';
import type { Findings } from './report.ts';
import { sendVolley } from './volley.ts';

export interface Pace {
  /** Inputs a second. */
  rate: number;
  concurrency: number;
  /** Connections that only hold what others need. */
  hostile: number;
  /** Milliseconds between two samples of memory. */
  sampleEvery: number;
  /** Request every page of the sitemap before the first sample, so that the sample includes full caches. */
  warmsCaches: boolean;
  /** Milliseconds between the views of each healthy visitor, and between the forms of each customer. */
  viewEvery: number;
  formEvery: number;
}

interface Options {
  findings: Findings;
  seed: string;
  dataDir: string;
  pace: Pace;
  /** The time of the attack counts from then. */
  onReady: () => void;
  /** @param sent the number of inputs sent so far. */
  done: (sent: number) => boolean;
}

/** Requests every page of the sitemaps of all languages. */
async function warmUp(site: AttackedSite): Promise<void> {
  for (const locale of locales) {
    const { answer } = await get(site, `/sitemap-${locale}.xml`, { from: '127.0.77.4' });
    for (const [, path = ''] of (answer?.body ?? '').matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g))
      await get(site, path || '/', { from: '127.0.77.4' });
  }
}

export async function attackRunningSite({ findings, seed, dataDir, pace, onReady, done }: Options): Promise<void> {
  const site = await AttackedSite.start({ port: await freePort(), dataDir });
  const visitor = new HealthyVisitor({ site, findings, intervalMs: pace.viewEvery });
  const customers = new Customers({ site, findings, dataDir, intervalMs: pace.formEvery });
  const samples: Sample[] = [];
  const ending = new AbortController();
  const takeSamples = async () => {
    while (!ending.signal.aborted) {
      samples.push(await takeSample(site, dataDir, findings));
      await wait(pace.sampleEvery, null, { signal: ending.signal }).catch(() => undefined);
    }
  };
  try {
    if (pace.warmsCaches) await warmUp(site);
    await visitor.learn();
    onReady();
    // Resets the longest pause: the start, with the building of the search index, does not count.
    await site.longestPause();
    visitor.start();
    customers.start();
    const sampling = takeSamples();
    const holding = holdConnections(site.port, pace.hostile, () => ending.signal.aborted || site.isGone());
    sampling.catch(() => ending.abort());
    await sendVolley({
      site,
      findings,
      seed,
      concurrency: pace.concurrency,
      rate: pace.rate,
      isUnchanged: (path, body) => visitor.isUnchanged(path, body),
      done,
    });
    ending.abort();
    await Promise.all([sampling, holding, visitor.stop(), customers.stop()]).catch((error: unknown) =>
      findings.failedFault(String(error)),
    );
    if (site.isGone()) findings.failedFault(`it ended: ${site.output.slice(-1500)}`);
    else for (const wrong of await visitor.viewAll()) findings.failedView(`at the end, ${wrong}`);
    findings.failures.growth.push(...findGrowth(samples));
    findings.failures.lostForms.push(...customers.findLost());
  } finally {
    ending.abort();
    await Promise.all([visitor.stop(), customers.stop()]);
    await site.end();
  }
}
