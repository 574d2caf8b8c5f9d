/** What a sync with Strapi is made of. */
import type { OnAlarm } from '../../alarm.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import type { SyncTimes } from './sync-times.ts';

export interface SyncOptions {
  feed: StrapiFeed;
  mirror: Mirror;
  onAlarm: OnAlarm;
  /** Called with the tags of what changed. */
  onChange: (changed: Set<string>) => void;
  times?: Partial<SyncTimes>;
}
