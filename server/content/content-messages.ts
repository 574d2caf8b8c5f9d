/** What the main thread and the content thread (`content-thread.ts`) say to each other. */
import type { Alarm } from '../../content/alarm.ts';
import type { ChangeCause, Hint, SyncStatus, SyncTimes } from '../../content/feed/strapi/strapi-sync.ts';
import type { StrapiClientOptions } from '../../content/feed/strapi/strapi-client.ts';

export interface ContentThreadData {
  /** Of the replica, as of `Replica.storage`. */
  location: string;
  strapi: StrapiClientOptions;
  mediaFolder: string;
  times: Partial<SyncTimes>;
}

export type ToContentThread =
  | { kind: 'hint'; hints: readonly Hint[] }
  /** A full sync; the answer is `done` with the same id. */
  | { kind: 'everything'; id: number; confirmShrink: boolean }
  /** Visitors see the change that came first of those not yet shown. */
  | { kind: 'shown' }
  /** The main thread has replaced a broken file. */
  | { kind: 'replaced'; location: string }
  | { kind: 'stop' };

export type FromContentThread =
  | { kind: 'alarm'; alarm: Alarm }
  /** Tags of what was written. */
  | { kind: 'changed'; changed: Set<string>; cause: ChangeCause | 'repair' }
  /** The journal is in the file, and can begin again once nobody reads what was there before. */
  | { kind: 'checkpointed' }
  /** The content thread has replaced a broken file. */
  | { kind: 'replaced'; location: string }
  | { kind: 'status'; status: SyncStatus }
  /** The first full sync has succeeded or failed. */
  | { kind: 'started' }
  | { kind: 'done'; id: number; error: string | null };
