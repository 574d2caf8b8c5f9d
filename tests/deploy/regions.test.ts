/**
 * The play of `npm run bench -- regions` in short: three regions, publishes, the end of the primary database.
 * @module-tag exhaustive
 */
import { expect, test } from 'vitest';
import { playRegions } from '../../tools/bench/regions/play.ts';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { varnishInstalled } from '../services/varnish.ts';

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled() || !varnishInstalled())(
  'a publish is seen in three regions, and the death of the primary database takes no page and no form that was confirmed',
  { timeout: 300_000 },
  async () => {
    const plan = { sites: 1, viewsPerSecond: 10, formsPerSecond: 1, publishes: 2, delayMs: 40 };
    const { regions, oldAfterReceipt, byEvent } = await playRegions({ ...plan, acts: [] }, () => undefined);
    expect(oldAfterReceipt).toBe(0);
    for (const region of regions) {
      expect(region, region.region).toMatchObject({ failedViews: 0, lost: 0, twice: 0, givenUp: 0 });
      expect(region.views).toBeGreaterThan(0);
      // Forms went on with the new primary.
      expect(region.confirmed).toBeGreaterThan(0);
    }
    expect(byEvent.map(({ event }) => event)).toContain('the primary database dies');
  },
);
