/** Summarizes the play of the regions, by region and by event. */
import type { VisitorsResult } from './steady-visitors.ts';
import { median } from '../../tools/bench/statistics.ts';
import type { PublishTimes } from './region-acts.ts';

interface Seen {
  events: { name: string; at: number }[];
  endedAt: number;
  publishes: PublishTimes[];
  /** Milliseconds; null when it was not played. */
  seenAfterCut: number | null;
  assets: { requests: number; missing: string[] } | null;
  visitors: ReadonlyMap<string, VisitorsResult>;
  /** The number of rows of each e-mail address in the database. */
  stored: ReadonlyMap<string, number>;
}

export interface RegionResult {
  region: string;
  /** Milliseconds from the start of a publish until the page is new here, and until the purge has its receipt. */
  visible: { median: number; longest: number };
  receipt: { median: number; longest: number };
  views: number;
  failedViews: number;
  confirmed: number;
  /** Attempts that were refused and repeated. */
  refused: number;
  givenUp: number;
  /** Confirmed, but not in the database. */
  lost: number;
  twice: number;
  /** Milliseconds of the attempts that were confirmed. */
  formMedian: number;
  failures: VisitorsResult['failures'];
}
export interface EventResult {
  event: string;
  seconds: number;
  /** By region: views that failed, and the longest time in which no form was confirmed, in seconds. */
  failedViews: Record<string, number>;
  withoutForms: Record<string, number>;
}
export interface RegionsResult {
  regions: RegionResult[];
  byEvent: EventResult[];
  events: Seen['events'];
  oldAfterReceipt: number;
  strapiAnswered: number;
  seenAfterCut: number | null;
  assets: Seen['assets'];
}

const findMax = (values: readonly number[]) => values.reduce((most, one) => Math.max(most, one), 0);
const spread = (values: number[]) => ({ median: Math.round(median(values)), longest: findMax(values) });

/** The longest time between two moments of a list, or an end of the span and the next one, in seconds. */
function longestGap(moments: readonly number[], from: number, to: number): number {
  const inside = moments.filter((at) => at > from && at < to).sort((one, other) => one - other);
  const edges = [from, ...inside, to];
  return Number((findMax(edges.slice(1).map((at, place) => at - (edges[place] ?? at))) / 1000).toFixed(1));
}

export function summarize({ events, endedAt, publishes, visitors, stored, seenAfterCut, assets }: Seen): RegionsResult {
  const byRegion = <Value>(value: (met: VisitorsResult) => Value) =>
    Object.fromEntries([...visitors].map(([name, met]) => [name, value(met)]));
  return {
    regions: [...visitors].map(([region, met]) => ({
      region,
      visible: spread(publishes.map(({ visible }) => visible[region] ?? Number.NaN)),
      receipt: spread(publishes.map(({ receipt }) => receipt[region] ?? Number.NaN)),
      views: met.views,
      failedViews: met.failed,
      confirmed: met.confirmed.length,
      refused: met.sentAgain,
      givenUp: met.givenUp,
      lost: met.confirmed.filter((email) => !stored.has(email)).length,
      twice: met.confirmed.filter((email) => (stored.get(email) ?? 0) > 1).length,
      formMedian: Math.round(median(met.formMs)),
      failures: met.failures,
    })),
    byEvent: events.map(({ name, at }, place) => {
      const until = events[place + 1]?.at ?? endedAt;
      return {
        event: name,
        seconds: Math.round((until - at) / 1000),
        failedViews: byRegion(({ failedAt }) => failedAt.filter((when) => when >= at && when < until).length),
        withoutForms: byRegion(({ confirmedAt }) => longestGap(confirmedAt, at, until)),
      };
    }),
    events,
    oldAfterReceipt: publishes.reduce((sum, one) => sum + one.oldAfterReceipt, 0),
    strapiAnswered: Math.round(median(publishes.map((one) => one.strapiAnswered))),
    seenAfterCut,
    assets,
  };
}
