/**
 * Three regions: publishes, a cut link, a release, the death of the primary database and of a region.
 * @module-tag exhaustive
 */
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { varnishInstalled } from '../services/varnish.ts';
import { type RegionsPlan, playRegions } from './play-regions.ts';

const plan: RegionsPlan = {
  sites: 2,
  viewsPerSecond: 50,
  formsPerSecond: 2,
  publishes: 30,
  delayMs: 40,
  acts: ['cut', 'release', 'region'],
};

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled() || !varnishInstalled())(
  'a publish appears in three regions, and the death of the primary database loses no page and no confirmed form',
  { timeout: 900_000 },
  async ({ annotate }) => {
    const result = await playRegions(plan);
    await annotate(JSON.stringify(result, null, 1));
    const { regions, oldAfterReceipt, byEvent } = result;
    expect(oldAfterReceipt).toBe(0);
    for (const region of regions) {
      expect(region, region.region).toMatchObject({ lost: 0, twice: 0, givenUp: 0 });
      expect(region.views).toBeGreaterThan(0);
      // Forms went on with the new primary.
      expect(region.confirmed).toBeGreaterThan(0);
    }
    expect(byEvent.map(({ event }) => event)).toContain('the primary database dies');
  },
);
