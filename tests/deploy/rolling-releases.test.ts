/**
 * The play of `npm run bench -- releases` in short: two releases and two failovers under load take no page and no form that was confirmed.
 * @module-tag exhaustive
 */
import { expect, test } from 'vitest';
import { measureReleases } from '../../tools/bench/releases/rolling-releases.ts';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled())(
  'two releases, a killed site and a killed database: no view fails, no form that was confirmed is lost',
  { timeout: 120_000 },
  async () => {
    const plan = { releases: 2, failovers: 2, viewsPerSecond: 100, formsPerSecond: 5 };
    const result = await measureReleases(plan, () => undefined);
    expect(result).toMatchObject({ failed: 0, lost: 0, twice: 0, givenUp: 0 });
    // The load was there, also while the database was away. How much of it comes depends on the machine.
    expect(result.views).toBeGreaterThan(500);
    expect(result.confirmed).toBeGreaterThan(20);
    expect(Object.keys(result.failures)).toContain('form: 503');
  },
);
