/** What a sync with Strapi is made of. */
import type { OnAlarm } from '../../alarm.ts';
import type { Replica } from '../../replica/replica.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import type { SyncTimes } from './sync-times.ts';

/** How a change was noticed: named by a webhook, another instance or a repair of the replica; found by a poll; or found by reading everything, as a hint or poll of very many does. */
export type ChangeCause = 'hint' | 'poll' | 'everything';

export interface SyncOptions {
  feed: StrapiFeed;
  replica: Replica;
  onAlarm: OnAlarm;
  /** @param changed tags. */
  onChange: (changed: Set<string>, cause: ChangeCause) => void;
  times?: Partial<SyncTimes>;
}
