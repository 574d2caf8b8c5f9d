/**
 * The primary database of accounts dies under load, with the settings of `docs/operating.md` (several regions): a standby is promoted, the site
 * finds it, and every form that was confirmed is there.
 * @module-tag exhaustive
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../services/free-port.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { ReplicatedServer } from '../services/replicated-postgres.ts';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

const names = ['a', 'b', 'c'];

/** Starts a primary and two standbys that follow it. */
async function startReplicated(folder: string): Promise<[ReplicatedServer, ReplicatedServer, ReplicatedServer]> {
  const ports: number[] = [];
  for (const _ of names) ports.push(await freePort());
  const servers = names.map((name, place) => {
    const others = ports.filter((_, other) => other !== place);
    return new ReplicatedServer(join(folder, name), { name, port: ports[place] ?? 0, others }, names);
  });
  const [a, b, c] = servers as [ReplicatedServer, ReplicatedServer, ReplicatedServer];
  await a.startAsPrimary();
  for (const standby of [b, c]) await standby.startAsStandby(a.member.port);
  await until(async () => (await a.followers()).length === 2, 'both standbys', 30_000);
  return [a, b, c];
}

test.skipIf(!postgresInstalled)(
  'no confirmed form is lost when the primary database dies, and forms go on with the promoted standby',
  { timeout: 180_000 },
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'bf-failover-'));
    // PostgreSQL runs as another user if this process is root.
    await chmod(folder, 0o711);
    const dataDir = await newSiteData('failover');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const [primary, ...standbys] = await startReplicated(folder);
    for (const server of [primary, ...standbys]) onTestFinished(() => server.kill());
    const hosts = [primary, ...standbys].map(({ member }) => `127.0.0.1:${member.port}`).join(',');
    const site = await startBuiltSite({
      DATA_DIR: dataDir,
      CLIENT_IP_HEADER: 'x-real-ip',
      DATABASE_URL: `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    });
    onTestFinished(() => site.stop());

    const confirmed: string[] = [];
    let refused = 0;
    async function submit(number: number): Promise<void> {
      const email = `visitor-${number}@example.com`;
      const { status } = await fetch(`${site.url}/contact`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: site.url, 'x-real-ip': `10.${number >> 8}.${number & 255}.1` },
        body: new URLSearchParams({
          intent: 'send',
          elapsed: '9000',
          topic: 'account',
          name: 'Anna Rossi',
          email,
          message: 'A few lines about an account',
        }),
      });
      if (status === 303) confirmed.push(email);
      else refused += 1;
    }
    const ended = new AbortController();
    const open: Promise<void>[] = [];
    const visitors = (async () => {
      for (let number = 0; !ended.signal.aborted; number += 1) {
        open.push(submit(number));
        await wait(50);
      }
    })();
    await until(() => confirmed.length > 20, 'forms');
    await primary.kill();
    await until(() => refused > 0, 'a form that is refused');
    const received = await Promise.all(standbys.map((standby) => standby.received()));
    const promoted = (received[0] ?? 0n) > (received[1] ?? 0n) ? standbys[0] : standbys[1];
    await promoted.promote();
    const before = confirmed.length;
    await until(() => confirmed.length > before + 20, 'forms with the new primary', 60_000);
    ended.abort();
    await visitors;
    await Promise.all(open);
    const rows = await promoted.query<{ email: string }>('select email from enquiry');
    const stored = new Set(rows.map(({ email }) => email));
    expect(confirmed.filter((email) => !stored.has(email))).toEqual([]);
  },
);
