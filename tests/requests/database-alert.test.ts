/** The condition of the alert `DatabaseDown` becomes true when PostgreSQL goes, and false again when it is back; what waits is counted there too. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { postgresInstalled, startPostgres } from '../services/postgres.ts';
import { newSiteData } from '../site-data.ts';
import { metricsToken, startBuiltSite } from '../start-built-site.ts';
import { until } from '../until.ts';

test.skipIf(!postgresInstalled)('PostgreSQL goes and comes back', { timeout: 60_000 }, async ({ onTestFinished }) => {
  const dataDir = await newSiteData('database-alert');
  const database = await startPostgres();
  const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: database.url });
  onTestFinished(async () => {
    await site.stop();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const shows = async (line: string) => {
    const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    return (await answer.text()).split('\n').includes(line);
  };
  await until(() => shows('dependency_up{name="database"} 1'), 'the database');
  expect(await shows('outbox_oldest_seconds{channel="mail"} 0')).toBe(true);
  await database.halt();
  await until(() => shows('dependency_up{name="database"} 0'), 'its outage');
  await database.resume();
  await until(() => shows('dependency_up{name="database"} 1'), 'its return');
});
