/**
 * `kill -9` at several moments while people register, apply and send messages, and the outbox delivers to a CRM that fails half the time: nothing
 * acknowledged is lost, nothing reaches the CRM under two keys, and everything arrives in the end. `KILLS=200` is the long run.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { releaseLeases } from '../../accounts/outbox/deliverer.ts';
import { pdf } from './cv-files.ts';
import { engines, startDatabase } from '../services/account-databases.ts';
import { Visitor, addressHeader, registerFast } from '../sites/account-site.ts';
import { createFormRoot } from '../sites/form-site.ts';
import { freePort } from '../services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { exhaustive } from '../sampled.ts';
import { until } from '../until.ts';
import { sendForm } from '../sites/message-forms.ts';

const kills = Number(process.env['KILLS'] ?? 3);

function application(email: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: 'apply',
    elapsed: '9000',
    name: 'Anna Rossi',
    email,
    job: 'senior-typescript-engineer-remote',
    message: '',
  }))
    form.set(name, value);
  form.set('cv', new Blob([new Uint8Array(pdf)]), 'cv.pdf');
  return form;
}

const sends = {
  registrations: (visitor: Visitor, email: string) => registerFast(visitor, email),
  applications: (visitor: Visitor, email: string) => visitor.post('/careers', application(email)),
  enquiries: (visitor: Visitor, email: string) => sendForm(visitor, 'enquiry', email),
  'editors-forms': (visitor: Visitor, email: string) => sendForm(visitor, 'form', email),
};
type Kind = keyof typeof sends;
const kinds = Object.keys(sends) as Kind[];

describe.each(engines)('kill -9 on %s', (engine) => {
  test(`${kills} times`, { timeout: 240_000 + kills * 8000, ...exhaustive }, async ({ annotate }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-kill-'));
    const database = await startDatabase(engine);
    const root = await createFormRoot();
    /** Idempotency keys by subject, which is the event and the record. */
    const keys = new Map<string, Set<string>>();
    const accepted = new Set<string>();
    let received = 0;
    const crm = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
      request.on('end', () => {
        const { event, data } = JSON.parse(body) as { event: string; data: { email: string; applicationId?: string } };
        const subject = `${event} ${data.email}`;
        keys.set(subject, (keys.get(subject) ?? new Set()).add(String(request.headers['idempotency-key'])));
        received += 1;
        const fails = received % 2 === 0;
        // In half of the failures the CRM has already accepted the message: only the answer is lost.
        if (!fails || received % 4 === 0) accepted.add(subject);
        if (fails && received % 8 < 4) request.socket.destroy();
        else response.writeHead(fails ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve));
    const port = String(await freePort());
    const start = () =>
      startBuiltSite({
        DATA_DIR: dataDir,
        PORT: port,
        LOG_LEVEL: 'error',
        CLIENT_IP_HEADER: addressHeader,
        ...database.environment,
        ...root.environment,
        CRM_WEBHOOK_URL: `http://127.0.0.1:${(crm.address() as AddressInfo).port}/`,
        CRM_WEBHOOK_SECRET: 'a secret of the test',
      });
    const acknowledged = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, string[]>;
    let serial = 0;
    const closing = new AbortController();
    const url = `http://localhost:${port}`;
    async function visit(kind: Kind): Promise<void> {
      while (!closing.signal.aborted) {
        serial += 1;
        const email = `${kind}-${serial}@example.com`;
        try {
          const visitor = new Visitor(url, `10.${randomInt(250)}.${randomInt(250)}.${randomInt(1, 250)}`);
          const { status, location } = await sends[kind](visitor, email);
          if (status === 303 && location.includes('#')) acknowledged[kind].push(email);
        } catch {
          // The server is down at the moment, so this visitor got no acknowledgement.
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    }
    let site: BuiltSite = await start();
    const crowd = ['registrations' as const, ...kinds].map(visit);
    /** The moments of a kill: a request has just begun, a message is on its way to the CRM, a registration has just been stored. */
    const moments = [() => serial, () => received, () => acknowledged.registrations.length] as const;
    async function more(count: () => number, by: number): Promise<void> {
      const expected = count() + by;
      await until(() => count() >= expected, 'the moment of a kill');
    }
    for (let kill = 0; kill < kills; kill += 1) {
      // The server must have acknowledged a registration, because a server that dies during its start has no data to lose.
      await more(() => acknowledged.registrations.length, 1);
      await more(moments[kill % moments.length] ?? moments[0], 1 + (kill % 4));
      const dead = new Promise((resolve) => site.process.once('exit', resolve));
      site.process.kill('SIGKILL');
      await dead;
      site = await start();
    }
    // A CV takes longer than a registration, so with few kills every application may have been interrupted.
    await until(async () => kinds.every((kind) => acknowledged[kind].length > 0), 'one of each kind');
    closing.abort();
    await Promise.all(crowd);
    const { db, close } = await openAccountsDatabase({ databaseUrl: database.url, dataDir });
    try {
      expect(acknowledged.registrations.length).toBeGreaterThanOrEqual(kills);
      const registered = new Set(
        (await db.selectFrom('registration').select('email').execute()).map(({ email }) => email),
      );
      const users = new Set(
        (
          await db.selectFrom('user').innerJoin('account', 'account.userId', 'user.id').select('user.email').execute()
        ).map(({ email }) => email),
      );
      const applied = await db.selectFrom('application').select(['email', 'cv_key']).execute();
      const enquired = (await db.selectFrom('enquiry').select('email').execute()).map(({ email }) => email);
      const files = new Set(await readdir(join(dataDir, 'cv'), { recursive: true }));
      expect(acknowledged.registrations.filter((email) => !registered.has(email) || !users.has(email))).toEqual([]);
      expect(acknowledged.applications.filter((email) => !applied.some((row) => row.email === email))).toEqual([]);
      const messages = [...acknowledged.enquiries, ...acknowledged['editors-forms']];
      expect(messages.filter((email) => !enquired.includes(email))).toEqual([]);
      expect(applied.filter((row) => !files.has(row.cv_key))).toEqual([]);
      // The messages that a killed process was delivering are leased to it for a minute more (`accounts/outbox/deliverer.test.ts` has such a lease).
      await releaseLeases(db);
      // After many failures the backoff is long. This resets it as an operator's retry does, which keeps the keys.
      let retried = 0;
      await until(
        async () => {
          if (Date.now() - retried < 1000) return false;
          retried = Date.now();
          await db.updateTable('outbox').set({ next_attempt_at: 0 }).where('status', '=', 'pending').execute();
          const undelivered = await db.selectFrom('outbox').select('id').where('status', '!=', 'delivered').execute();
          return undelivered.length === 0;
        },
        'an empty outbox',
        60_000 + kills * 2000,
      );
      const expected = [...registered]
        .map((email) => `registration.created ${email}`)
        .concat(applied.map(({ email }) => `application.created ${email}`))
        .concat(enquired.map((email) => `enquiry.created ${email}`));
      expect(expected.filter((subject) => !accepted.has(subject))).toEqual([]);
      expect([...keys].filter(([, used]) => used.size !== 1)).toEqual([]);
      const mails = await readdir(join(dataDir, 'mail'));
      expect(new Set(mails).size).toBeGreaterThanOrEqual(registered.size + applied.length + enquired.length);
      await annotate(
        `${engine}: ${kills} kills, ${kinds.map((kind) => `${acknowledged[kind].length} ${kind}`).join(', ')} acknowledged, 0 lost, ${keys.size} announced under one key each`,
      );
    } finally {
      await close();
      await site.stop();
      crm.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
      root.remove();
    }
  });
});
