/** The events of the simulation of regions: publishes, a cut link, a release, the end of the database and of a whole region. */
import { setTimeout as wait } from 'node:timers/promises';
import type { StrapiEditor } from '../strapi/strapi-editor.ts';
import type { NextRelease } from '../sites/next-release.ts';
import { until } from '../until.ts';
import type { Entrance } from './region-entrance.ts';
import type { Region } from './region.ts';

/** Generous, because a busy machine is slow; the measured time is only reported. */
const patience = 60_000;

export interface PublishTimes {
  /** Milliseconds from the start of a publish. */
  strapiAnswered: number;
  visible: Record<string, number>;
  receipt: Record<string, number>;
  /** Views that began after a region's receipt and still got the former page. */
  oldAfterReceipt: number;
}

interface Live {
  cdn?: { receipt: { changedAt: string; purgedAt: string | null } | null };
}

/** Publishes a page and requests it in each region until it is new and its purge has a receipt. */
export async function publish(
  editor: StrapiEditor,
  regions: readonly Region[],
  key: string,
  title: string,
): Promise<PublishTimes> {
  const begun = Date.now();
  const times: PublishTimes = { strapiAnswered: 0, visible: {}, receipt: {}, oldAfterReceipt: 0 };
  const watched = regions.map(async (region) => {
    const isNew = async () => (await region.ask(`/${key}`).catch(() => null))?.body.includes(title) ?? false;
    await until(isNew, `${key} in ${region.name}`, patience);
    times.visible[region.name] = Date.now() - begun;
    const purgedAt = await until(
      async () => {
        const { cdn } = (await region.askSite(`/api/content/live?type=page&key=${key}&locale=en`)) as Live;
        const receipt = cdn?.receipt;
        return receipt && Date.parse(receipt.changedAt) >= begun ? receipt.purgedAt : null;
      },
      `the receipt in ${region.name}`,
      patience,
    );
    times.receipt[region.name] = Date.parse(purgedAt) - begun;
    for (let look = 0; look < 5; look += 1) {
      // A page that does not come is counted by the visitors.
      const answer = await region.ask(`/${key}`).catch(() => null);
      if (answer?.status === 200 && !answer.body.includes(title)) times.oldAfterReceipt += 1;
    }
  });
  await editor.edit('page', key, 'en', (draft) => ({ ...draft, title }));
  times.strapiAnswered = Date.now() - begun;
  await Promise.all(watched);
  return times;
}

/** Cuts a region off from the others for a while. @returns milliseconds from the end of the cut until a publish from its time is visible there. */
export async function cutOff(
  editor: StrapiEditor,
  regions: readonly Region[],
  away: Region,
  seconds: number,
): Promise<number> {
  away.cut();
  const title = `published while ${away.name} was cut off`;
  const near = regions.filter((region) => region !== away);
  await publish(editor, near, 'about', title);
  await wait(seconds * 1000);
  away.mend();
  const mended = Date.now();
  await until(
    async () => (await away.ask('/about').catch(() => null))?.body.includes(title) ?? false,
    `the publish in ${away.name}`,
    patience,
  );
  return Date.now() - mended;
}

/**
 * Releases region after region.
 * @param onFirst called when the first region has the new build.
 * @returns questions for assets of both builds, in every region while the builds differ, and those that were not answered.
 */
export async function release(
  regions: readonly Region[],
  { next, entrances, onFirst }: { next: NextRelease; entrances: ReadonlyMap<Region, Entrance>; onFirst: () => void },
): Promise<{ requests: number; missing: string[] }> {
  const assetCounts = { requests: 0, missing: [] as string[] };
  for (const [place, region] of regions.entries()) {
    await region.release(next);
    if (place === 0) onFirst();
    // The region has recovered when its visitors get answers again.
    await until(() => entrances.get(region)?.region() === region, `${region.name} to be healthy`, patience);
    for (const one of regions)
      for (const name of [next.chunk.before, next.chunk.after]) {
        const { status } = await one.ask(`/assets/${name}?after=${region.name}`);
        assetCounts.requests += 1;
        if (status !== 200)
          assetCounts.missing.push(`${name} in ${one.name} after the release of ${region.name}: ${status}`);
      }
  }
  return assetCounts;
}

/** Promotes the most advanced standby after all standbys have stopped receiving. @returns its region. */
export async function promote(standbys: readonly Region[]): Promise<Region> {
  const far = () => Promise.all(standbys.map(({ database }) => database.received()));
  let before: bigint[] = [];
  await until(
    async () => {
      const now = await far();
      const still = now.every((one, place) => one === before[place]);
      before = now;
      if (!still) await wait(200);
      return still;
    },
    'the standbys to have taken in what was sent',
    patience,
  );
  const best = before.reduce((most, one, place) => (one > (before[most] ?? 0n) ? place : most), 0);
  const region = standbys[best] as Region;
  await region.database.promote();
  return region;
}
