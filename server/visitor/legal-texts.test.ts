/** Which legal texts the site stores, and when. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { listLegalTexts } from '../../accounts/legal-texts.ts';
import { openReplica } from '../../content/replica/replica.ts';
import { until } from '../../tests/until.ts';
import { createLog } from '../log.ts';
import { openLegalTextKeeper } from './legal-texts.ts';

test('a text that becomes public is stored, also after minutes without a change and after a failure of the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerfront-legal-'));
  const replica = openReplica(':memory:', () => undefined);
  const database = await openAccountsDatabase({ databaseUrl: '', dataDir });
  const stored = async () => (await listLegalTexts(database.db)).map(({ version }) => version);
  const publish = (version: string) => {
    const wire = { id: 'terms', updatedAt: '2026-11-01T10:00:00.000Z', effectiveOn: '2026-12-01', version };
    const texts = { title: 'Terms', summary: 'What counts between us.', body: `Version ${version}.` };
    replica.change({
      documents: [{ type: 'legal-document', locale: 'en', source: 'test', wire: { ...wire, ...texts } }],
      removed: [],
      media: [],
    });
    keeper.look();
  };
  let failures = 0;
  const connect = vi.fn<() => Promise<typeof database>>(() => Promise.resolve(database));
  const publishDuringFailure = async (version: string) => {
    connect.mockImplementationOnce(() => {
      failures += 1;
      return Promise.reject(new Error('unreachable'));
    });
    const before = failures;
    publish(version);
    await until(() => failures > before, 'the failure');
  };
  const keeper = openLegalTextKeeper(replica, connect, createLog('silent'));
  vi.advanceTimersByTime(120_000);
  publish('1.0');
  await until(async () => (await stored()).includes('1.0'), 'the first text', 2000);
  await publishDuringFailure('2.0');
  vi.advanceTimersByTime(30_000);
  await until(async () => (await stored()).includes('2.0'), 'the second text', 2000);
  await publishDuringFailure('3.0');
  await keeper.close();
  expect(await stored()).toEqual(['1.0', '2.0', '3.0']);
  vi.useRealTimers();
  await database.close();
  replica.close();
  rmSync(dataDir, { recursive: true });
});
