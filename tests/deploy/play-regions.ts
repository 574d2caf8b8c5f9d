/**
 * Three regions on this machine, each with nginx, Varnish, sites, Valkey and a PostgreSQL, one Strapi, and a delay between them. Visitors and
 * forms go on while an editor publishes, a link is cut, a release goes round, the primary database dies, and then a whole region
 * (`docs/operating.md`).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeNextRelease } from '../sites/next-release.ts';
import { freePort } from '../services/free-port.ts';
import { StrapiEditor } from '../strapi/strapi-editor.ts';
import { startStrapi } from '../strapi/strapi-process.ts';
import { until } from '../until.ts';
import { type PublishTimes, cutOff, promote, publish, release } from './region-acts.ts';
import { type Entrance, openEntrance } from './region-entrance.ts';
import { Region, host } from './region.ts';
import { type RegionsResult, summarize } from './regions-result.ts';
import { type Visitors, countStoredForms, sendVisitors } from './steady-visitors.ts';

export interface RegionsPlan {
  /** In each region. */
  sites: number;
  /** In each region; forms come in addition. */
  viewsPerSecond: number;
  formsPerSecond: number;
  publishes: number;
  /** One way between two regions. */
  delayMs: number;
  /** The slow parts of the simulation. */
  acts: readonly ('cut' | 'release' | 'region')[];
}

const names = ['a', 'b', 'c'];
const paths = ['/forex', '/about', '/contact', '/account-types', '/faqs', '/glossary', '/stocks', '/indices'];
const published = ['forex', 'about', 'contact', 'account-types', 'stocks', 'indices'];
const calmSeconds = 2;

/** Runs the simulation. @throws when a part does not start, or an event does not end. */
export async function playRegions(plan: RegionsPlan): Promise<RegionsResult> {
  const folder = await mkdtemp(join(tmpdir(), 'bf-regions-'));
  // PostgreSQL runs as another user if this process is root.
  await chmod(folder, 0o711);
  const regions: Region[] = [];
  const entrances = new Map<Region, Entrance>();
  let strapi: Awaited<ReturnType<typeof startStrapi>> | null = null;
  try {
    const hook = await freePort();
    strapi = await startStrapi({
      environment: { SITE_URL: `https://${host}`, SITE_WEBHOOK_URL: `http://127.0.0.1:${hook}/api/content/webhook` },
    });
    const port = Number(new URL(strapi.url).port);
    for (const name of names)
      regions.push(
        await Region.plan({
          name,
          folder: join(folder, name),
          sites: plan.sites,
          delayMs: plan.delayMs,
          strapi: { port, here: name === 'a' },
          ...(name === 'a' ? { hook } : {}),
        }),
      );
    const [a, b, c] = regions as [Region, Region, Region];
    for (const region of regions) await region.connect(regions);
    await a.database.startAsPrimary();
    for (const standby of [b, c]) await standby.rejoin(a);
    await until(async () => (await a.database.followers()).length === 2, 'both standbys', 30_000);
    for (const region of regions) await region.start();
    for (const region of regions)
      await until(async () => (await region.ask('/forex')).status === 200, `the pages of ${region.name}`, 120_000);
    for (const [place, region] of regions.entries()) {
      const order = [...regions.slice(place), ...regions.slice(0, place)];
      entrances.set(region, await openEntrance(region, order));
    }
    return await play({ ...plan, regions: [a, b, c], entrances, folder, strapiUrl: strapi.url });
  } finally {
    for (const entrance of entrances.values()) entrance.stop();
    await Promise.all(regions.map((region) => region.stop().catch(() => undefined)));
    for (const region of regions) region.end();
    await strapi?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Stage extends RegionsPlan {
  regions: [Region, Region, Region];
  entrances: ReadonlyMap<Region, Entrance>;
  folder: string;
  strapiUrl: string;
}

async function play({ regions, entrances, folder, strapiUrl, ...plan }: Stage): Promise<RegionsResult> {
  const [a, b, c] = regions;
  const next = await makeNextRelease(folder);
  const certificate = regions.map((region) => region.certificate).join('\n');
  const visitors = new Map<Region, Visitors>();
  const events: RegionsResult['events'] = [];
  /** Plays an act. The failures of visitors count for it until the start of the next act. */
  async function act<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
    events.push({ name, at: Date.now() });
    const result = await action();
    await wait(calmSeconds * 1000);
    return result;
  }
  for (const region of regions)
    visitors.set(
      region,
      sendVisitors({
        port: entrances.get(region)?.port ?? 0,
        host,
        certificate,
        group: `${region.name}-`,
        viewsPerSecond: plan.viewsPerSecond,
        formsPerSecond: plan.formsPerSecond,
        paths,
        assets: [next.chunk.before],
      }),
    );
  await wait(calmSeconds * 1000);
  const editor = await StrapiEditor.login(strapiUrl);
  const publishes: PublishTimes[] = [];
  await act('publishes', async () => {
    for (let number = 0; number < plan.publishes; number += 1)
      publishes.push(await publish(editor, regions, published[number % published.length] ?? '', `Publish ${number}`));
  });
  const seenAfterCut = plan.acts.includes('cut')
    ? await act('the links of c are cut', () => cutOff(editor, regions, c, 10))
    : null;
  const assets = plan.acts.includes('release')
    ? await act('a release, region after region', () =>
        release(regions, {
          next,
          entrances,
          onFirst: () => visitors.forEach((one) => one.requestAssets([next.chunk.before, next.chunk.after])),
        }),
      )
    : null;
  let primary: Region = a;
  await act('the primary database dies', async () => {
    await a.killDatabase();
    primary = await promote([b, c]);
  });
  if (plan.acts.includes('region')) {
    const others = () => regions.filter((region) => region !== primary);
    await act('the former primary follows the new one', async () => {
      await a.rejoin(primary);
      await until(async () => (await primary.database.followers()).length === 2, 'both standbys', 60_000);
    });
    const lost = primary;
    await act(`region ${lost.name} is gone, with the primary database`, async () => {
      await lost.kill();
      primary = await promote(others());
    });
    await act(`region ${lost.name} is back`, async () => {
      await lost.revive(primary);
      await until(() => entrances.get(lost)?.region() === lost, `visitors in ${lost.name}`, 60_000);
    });
    publishes.push(await publish(editor, regions, 'forex', 'After everything'));
  }
  const met = await Promise.all([...visitors].map(async ([region, one]) => [region.name, await one.end()] as const));
  const stored = await countStoredForms(`postgres://postgres@127.0.0.1:${primary.ports.database}/postgres`);
  return summarize({ events, endedAt: Date.now(), publishes, seenAfterCut, assets, visitors: new Map(met), stored });
}
