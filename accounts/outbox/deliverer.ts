/**
 * The worker that empties the outbox. Any number of processes may run one: a worker claims a message by a lease, which expires when the worker dies.
 * Each channel has its own loop, so that a CRM that hangs delays no mail. One person's messages reach the CRM in order, and do not delay other
 * people's messages. Mails have no order: a mail that the staff's mail server refuses must not delay the mail to the sender.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type AddAttributes, traced } from '../../base/tracing.ts';
import type { AccountsTables, OutboxTable } from '../database/accounts-tables.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { withRequestId } from '../../base/request-id.ts';
import { hideAddresses } from './hide-addresses.ts';
import { RetryLater } from './retry-later.ts';

export type OutboxMessage = Selectable<OutboxTable>;
export type Channel = OutboxTable['channel'];
export type Deliver = (message: OutboxMessage) => Promise<void>;

interface DelivererOptions {
  database: AccountsDatabase;
  /** A channel that is left out is not configured: its messages wait. */
  channels: Partial<Record<Channel, Deliver>>;
  onFailure: (message: OutboxMessage, reason: string, dead: boolean) => void;
  onDelivered: (message: OutboxMessage) => void;
  /** Called when the database fails. */
  onFault: (message: string) => void;
  /** Milliseconds between polls of the table while nobody calls `wake`. */
  pollEvery?: number;
  /** Milliseconds; each further retry waits twice as long. */
  firstRetryAfter?: number;
}

/** Longer than any single delivery may take. */
const leaseMs = 60_000;
/** Mails being sent at the same time. The mail server gets as many connections, because a mail that waits for one would outlive its lease. */
export const mailsAtOnce = 3;
/** Messages being delivered at the same time. */
const batchSizes: Record<Channel, number> = { crm: 20, mail: mailsAtOnce };
/** With the delays doubling from one second to six hours, these attempts take about two days (45 hours on average). */
const maxAttempts = 22;
const maxRetryMs = 6 * 60 * 60 * 1000;

/** Calculates the backoff in milliseconds, doubled each time. The jitter keeps many failed messages from being retried at the same moment. */
function computeRetryDelay(attempts: number, first: number): number {
  return Math.round(Math.min(first * 2 ** (attempts - 1), maxRetryMs) * (0.5 + Math.random()));
}

/** Removes e-mail addresses from an error's message: mail servers name refused addresses, and neither the log nor `last_error` may contain them. */
function describeFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return hideAddresses(reason).slice(0, 500);
}

/** Ends all leases. Only a process that delivers alone may call this. */
export async function releaseLeases(db: Kysely<AccountsTables>): Promise<void> {
  await db.updateTable('outbox').set({ locked_until: 0 }).where('locked_until', '>', 0).execute();
}

/** Checks whether a time has passed. A time that is further away than `furthest` counts as passed: it was written while the clock was ahead. */
function isOver(time: 'next_attempt_at' | 'locked_until', now: number, furthest: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(time)} <= ${now} or ${sql.ref(time)} > ${now + furthest})`;
}

export interface Deliverer {
  /** Makes the worker look for messages now. */
  wake: () => void;
  /** Stops after the deliveries in progress. */
  stop: () => Promise<void>;
}

export function startDeliverer(options: DelivererOptions): Deliverer {
  const {
    database: { db },
    channels,
    onFailure,
    onDelivered,
    onFault,
    pollEvery = 2000,
    firstRetryAfter = 1000,
  } = options;
  let ending = false;
  const isEnding = () => ending;
  const sleeps = new Map<Channel, AbortController>();

  async function findDue(channel: Channel): Promise<OutboxMessage[]> {
    const now = Date.now();
    const messages = db
      .selectFrom('outbox as message')
      .selectAll()
      .where('status', '=', 'pending')
      .where('channel', '=', channel)
      .where(isOver('next_attempt_at', now, 2 * maxRetryMs))
      .where(isOver('locked_until', now, 2 * leaseMs))
      .orderBy('id')
      .limit(batchSizes[channel]);
    if (channel !== 'crm') return messages.execute();
    return messages
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom('outbox as earlier')
              .select('earlier.id')
              .whereRef('earlier.person', '=', 'message.person')
              .whereRef('earlier.channel', '=', 'message.channel')
              .where('earlier.status', '=', 'pending')
              .whereRef('earlier.id', '<', 'message.id'),
          ),
        ),
      )
      .execute();
  }

  /** Claims a message. @returns whether this worker got the lease of the message. */
  async function claim(message: OutboxMessage): Promise<boolean> {
    const now = Date.now();
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ locked_until: now + leaseMs, attempts: message.attempts + 1 })
      .where('id', '=', message.id)
      .where('status', '=', 'pending')
      .where(isOver('locked_until', now, 2 * leaseMs))
      .where('attempts', '=', message.attempts)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  function deliverTraced(message: OutboxMessage): Promise<void> {
    const { id, channel, event, request_id: requestId } = message;
    const attributes = { channel, event, 'message.id': id, ...(requestId ? { 'request.id': requestId } : {}) };
    return traced('outbox.deliver', attributes, (note) => deliver(message, note));
  }

  async function deliver(message: OutboxMessage, note: AddAttributes): Promise<void> {
    if (!(await claim(message))) return;
    try {
      await channels[message.channel]?.(message);
      await db
        .updateTable('outbox')
        .set({ status: 'delivered', delivered_at: Date.now(), locked_until: 0, last_error: null })
        .where('id', '=', message.id)
        .execute();
    } catch (error) {
      const attempts = message.attempts + 1;
      const dead = attempts >= maxAttempts;
      note({ outcome: dead ? 'dead' : 'failed', attempts });
      const reason = describeFailure(error);
      const minimumWait = error instanceof RetryLater ? Math.min(error.waitMs, maxRetryMs) : 0;
      await db
        .updateTable('outbox')
        .set({
          status: dead ? 'dead' : 'pending',
          locked_until: 0,
          last_error: reason,
          next_attempt_at: Date.now() + Math.max(computeRetryDelay(attempts, firstRetryAfter), minimumWait),
        })
        .where('id', '=', message.id)
        .execute();
      onFailure(message, reason, dead);
      return;
    }
    onDelivered(message);
  }

  async function run(channel: Channel): Promise<void> {
    while (!isEnding()) {
      let found = 0;
      // Created before the query: a `wake` during this round ends the sleep before it begins.
      const sleep = new AbortController();
      sleeps.set(channel, sleep);
      try {
        const messages = await findDue(channel);
        found = messages.length;
        const outcomes = await Promise.allSettled(
          messages.map((message) => withRequestId(message.request_id, () => deliverTraced(message))),
        );
        const failure = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failure) throw failure.reason;
      } catch (error) {
        // The database failed. No message is lost, because none was marked as delivered.
        if (!isEnding()) onFault(`Outbox: ${error instanceof Error ? error.message : String(error)}`);
        found = 0;
      }
      if (found === 0) await wait(pollEvery, undefined, { signal: sleep.signal }).catch(() => undefined);
    }
  }

  function wake(): void {
    for (const sleep of sleeps.values()) sleep.abort();
  }

  const running = Promise.all((Object.keys(channels) as Channel[]).map(run));
  return {
    wake,
    async stop() {
      ending = true;
      wake();
      await running;
    },
  };
}
