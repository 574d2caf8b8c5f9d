/**
 * Twenty releases and twenty failovers under load take no page and no form that was confirmed.
 * @module-tag exhaustive
 */
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { playReleases } from './play-releases.ts';

const plan = { releases: 20, failovers: 20, viewsPerSecond: 500, formsPerSecond: 10 };

test.skipIf(!nginxInstalled || !postgresInstalled || !valkeyInstalled())(
  'no page view fails and no confirmed form is lost during releases and after killed sites and databases',
  { timeout: 1_200_000 },
  async ({ annotate }) => {
    const result = await playReleases(plan);
    await annotate(JSON.stringify(result, null, 1));
    expect(result).toMatchObject({ failed: 0, lost: 0, twice: 0, givenUp: 0 });
    // Visitors sent requests also while the database was unreachable. Their number depends on the machine.
    expect(result.views).toBeGreaterThan(500);
    expect(result.confirmed).toBeGreaterThan(20);
    expect(Object.keys(result.failures)).toContain('form: 503');
  },
);
