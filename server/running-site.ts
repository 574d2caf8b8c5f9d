/** What a started site offers to whoever started it. */
import type { Alarm, OnAlarm } from '../content/alarm.ts';
import type { Replica } from '../content/replica/replica.ts';
import type { PageCache } from './pages/page-cache.ts';

export interface RunningSite {
  url: string;
  replica: Replica;
  cache: PageCache;
  /** Number of alarms by kind since the start. */
  alarms: ReadonlyMap<Alarm['kind'], number>;
  /** Logs and counts an alarm that other code raises, such as an uncaught error. */
  onAlarm: OnAlarm;
  /** Reads the feed and marks the pages that show changed content as stale. @returns their cache keys. */
  sync: (confirmShrink?: boolean) => Promise<Set<string>>;
  /** @param how.drain true gives a load balancer time to notice the shutdown: see `DRAIN_SECONDS`. */
  stop: (how?: { drain?: boolean }) => Promise<void>;
}
