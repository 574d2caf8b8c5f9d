import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, engines, startDatabase } from '../../tests/services/account-databases.ts';
import { until } from '../../tests/until.ts';
import { type AccountsDatabase, openAccountsDatabase } from '../database/open-accounts-database.ts';
import { type Channel, type Deliver, type Deliverer, mailsAtOnce, startDeliverer } from './deliverer.ts';
import { type OutgoingMessages, writeToOutbox } from './outbox.ts';

describe.each(engines)('delivery on %s', (kind) => {
  let place: TestDatabase;
  let folder: string;
  let database: AccountsDatabase;
  let deliverer: Deliverer | undefined;

  beforeAll(async () => {
    place = await startDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-outbox-'));
    database = await openAccountsDatabase({ databaseUrl: place.url, dataDir: folder });
  });
  afterAll(async () => {
    await database.close();
    await place.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => void (await database.db.deleteFrom('outbox').execute()));
  afterEach(() => deliverer?.stop());

  function start(channels: Partial<Record<Channel, Deliver>>): void {
    deliverer = startDeliverer({
      database,
      channels,
      onFailure: () => undefined,
      onDelivered: () => undefined,
      onFault: () => undefined,
      pollEvery: 20,
      firstRetryAfter: 1,
    });
  }

  const mail = (event: 'application' | 'verify', email: string): OutgoingMessages => ({
    subjectId: email,
    email,
    mail: { template: event, to: email, locale: 'en', values: {} },
  });
  const announcement = (event: string, email: string): OutgoingMessages => ({
    subjectId: email,
    email,
    crm: { event, data: {} },
  });
  test('messages that a clock a day ahead wrote, leased or delayed are delivered when the clock is right', async () => {
    const day = Date.now() + 24 * 60 * 60_000;
    const emails = ['written@example.com', 'leased@example.com', 'put-off@example.com'];
    for (const [index, email] of emails.entries()) {
      await writeToOutbox(database.db, mail('verify', email), index === 0 ? day : Date.now() - 1000);
      const late = [{}, { locked_until: day }, { next_attempt_at: day }][index] ?? {};
      if (index > 0) await database.db.updateTable('outbox').set(late).where('person', '=', email).execute();
    }
    let delivered = 0;
    start({ mail: async () => void (delivered += 1) });
    await until(() => delivered === 3, 'all three');
  });

  let lastTime = 0;
  /** Gives each message a later time than the one before, so that their order is certain however fast they are written. */
  async function write(...messages: OutgoingMessages[]): Promise<void> {
    for (const message of messages) {
      lastTime += 1;
      await writeToOutbox(database.db, message, Date.now() - 60_000 + lastTime);
    }
  }

  test('a refused mail to the desk does not delay the mail to the sender; the CRM gets the messages of a person one after the other', async () => {
    const attempts: string[] = [];
    const refuseApplications: Deliver = async ({ channel, event }) => {
      attempts.push(`${channel} ${event}`);
      if (event.startsWith('application')) throw new Error('The file is refused.');
    };
    await write(
      mail('application', 'anna@example.com'),
      announcement('application.created', 'anna@example.com'),
      mail('verify', 'anna@example.com'),
      announcement('registration.created', 'anna@example.com'),
    );
    start({ mail: refuseApplications, crm: refuseApplications });
    await until(() => attempts.includes('mail verify'), 'the person’s own mail');
    await until(
      () => attempts.filter((attempt) => attempt === 'crm application.created').length > 2,
      'the CRM to be asked again',
    );
    expect(attempts).not.toContain('crm registration.created');
  });

  test('a mail server that hangs gets one mail for each connection; the other mails stay unclaimed, so that another worker can send them', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let hangingRequests = 0;
    const announced: string[] = [];
    await write(...Array.from({ length: 10 }, (_, index) => mail('verify', `visitor-${index}@example.com`)));
    start({
      mail: () => {
        hangingRequests += 1;
        return released;
      },
      crm: async ({ subject_id: person }) => void announced.push(person),
    });
    try {
      await until(() => hangingRequests >= mailsAtOnce, 'mails in hand');
      await write(announcement('enquiry.created', 'anna@example.com'));
      await until(() => announced.length > 0, 'the announcement');
      expect(hangingRequests).toBe(mailsAtOnce);
      const claimed = await database.db
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', 'mail')
        .where('locked_until', '>', 0)
        .execute();
      expect(claimed).toHaveLength(mailsAtOnce);
    } finally {
      release();
    }
    await until(() => hangingRequests === 10, 'the others');
  });

  test('a CRM that hangs delays no mail', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const mailed: string[] = [];
    let hangingRequests = 0;
    start({
      crm: () => {
        hangingRequests += 1;
        return released;
      },
      mail: async ({ subject_id: person }) => void mailed.push(person),
    });
    try {
      await write(
        ...Array.from({ length: 30 }, (_, index) => announcement('enquiry.created', `visitor-${index}@example.com`)),
      );
      await until(() => hangingRequests > 0, 'the CRM to hang');
      await write(mail('verify', 'anna@example.com'));
      await until(() => mailed.includes('anna@example.com'), 'the mail');
    } finally {
      release();
    }
  });

  test('the message of a dead worker waits until its lease ends, and is then delivered under the same key', async () => {
    await write(mail('verify', 'anna@example.com'), mail('verify', 'berta@example.com'));
    const anna = () => database.db.updateTable('outbox').where('payload', 'like', '%anna@%');
    await anna()
      .set({ locked_until: Date.now() + 60_000, attempts: 1 })
      .execute();
    const delivered: { id: string; to: string }[] = [];
    const { id } = await database.db
      .selectFrom('outbox')
      .select('id')
      .where('attempts', '=', 1)
      .executeTakeFirstOrThrow();
    start({
      mail: async (message) =>
        void delivered.push({ id: message.id, to: (JSON.parse(message.payload) as { to: string }).to }),
    });
    await until(() => delivered.length > 0, 'the message without a lease');
    // A later message has its turn only after everything that could go before it.
    await write(mail('verify', 'carla@example.com'));
    await until(() => delivered.length > 1, 'the later message');
    expect(delivered.map(({ to }) => to)).toEqual(['berta@example.com', 'carla@example.com']);
    await anna()
      .set({ locked_until: Date.now() - 1 })
      .execute();
    await until(() => delivered.length > 2, 'the message whose lease has ended');
    expect(delivered[2]).toEqual({ id, to: 'anna@example.com' });
  });

  test('a delivered message is not sent again when the listener fails', async () => {
    let sent = 0;
    const faults: string[] = [];
    deliverer = startDeliverer({
      database,
      channels: { mail: async () => void (sent += 1) },
      onFailure: () => undefined,
      onDelivered: () => {
        throw new Error('the log is full');
      },
      onFault: (message) => void faults.push(message),
      pollEvery: 20,
      firstRetryAfter: 1,
    });
    await write(mail('verify', 'anna@example.com'));
    await until(() => faults.length > 0, 'the fault');
    expect(await database.db.selectFrom('outbox').select('status').execute()).toEqual([{ status: 'delivered' }]);
    expect(sent).toBe(1);
  });
});
