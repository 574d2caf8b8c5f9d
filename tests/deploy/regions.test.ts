/** Three regions: publishes and the death of the primary database; in a run of everything also a cut link, a release, and the death of a region. */
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { varnishInstalled } from '../services/varnish.ts';
import { type RegionsPlan, playRegions } from './play-regions.ts';

const plan: RegionsPlan =
  process.env['TEST_SCOPE'] === 'exhaustive'
    ? {
        sites: 2,
        viewsPerSecond: 50,
        formsPerSecond: 2,
        publishes: 30,
        delayMs: 40,
        acts: ['cut', 'release', 'region'],
      }
    : { sites: 1, viewsPerSecond: 10, formsPerSecond: 1, publishes: 2, delayMs: 40, acts: [] };

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled() || !varnishInstalled())(
  'a publish is seen in three regions, and the death of the primary database takes no page and no form that was confirmed',
  { timeout: 900_000 },
  async ({ annotate }) => {
    const result = await playRegions(plan);
    await annotate(JSON.stringify(result, null, 1));
    const { regions, oldAfterReceipt, byEvent } = result;
    expect(oldAfterReceipt).toBe(0);
    for (const region of regions) {
      expect(region, region.region).toMatchObject({ lost: 0, twice: 0, givenUp: 0 });
      // The connections that a region held are lost with it.
      if (!plan.acts.includes('region')) expect(region.failedViews, region.region).toBe(0);
      expect(region.views).toBeGreaterThan(0);
      // Forms went on with the new primary.
      expect(region.confirmed).toBeGreaterThan(0);
    }
    expect(byEvent.map(({ event }) => event)).toContain('the primary database dies');
  },
);
