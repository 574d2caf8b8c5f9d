/** Releases and failovers under load take no page and no form that was confirmed: two of each, in a run of everything twenty. */
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { playReleases } from './play-releases.ts';

const plan =
  process.env['TEST_SCOPE'] === 'exhaustive'
    ? { releases: 20, failovers: 20, viewsPerSecond: 500, formsPerSecond: 10 }
    : { releases: 2, failovers: 2, viewsPerSecond: 100, formsPerSecond: 5 };

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled())(
  'two releases, a killed site and a killed database: no view fails, no form that was confirmed is lost',
  { timeout: 1_200_000 },
  async ({ annotate }) => {
    const result = await playReleases(plan);
    await annotate(JSON.stringify(result, null, 1));
    expect(result).toMatchObject({ failed: 0, lost: 0, twice: 0, givenUp: 0 });
    // The load was there, also while the database was away.
    expect(result.views).toBeGreaterThan((result.seconds * plan.viewsPerSecond) / 2);
    expect(result.confirmed).toBeGreaterThan(result.seconds * plan.formsPerSecond * 0.6);
    expect(Object.keys(result.failures)).toContain('form: 503');
  },
);
