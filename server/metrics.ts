/** Counters of this process, in the Prometheus format at `/metrics`. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  requests: Counter<'kind' | 'status'>;
  /** Includes answers of the page cache. */
  answerSeconds: Histogram<'kind'>;
  alarms: Counter<'kind'>;
  renderSeconds: Histogram<'kind'>;
  /** Reports that browsers send by themselves (`browser-reports.ts`). */
  reports: Counter<'kind' | 'detail'>;
  scriptErrors: Counter<'build' | 'name' | 'class'>;
  submissions: Counter<'page' | 'status'>;
  outbox: Counter<'channel' | 'outcome'>;
  retentionHeld: Gauge;
}

const answerKinds = ['cached', 'page', 'payload', 'form', 'asset', 'api', 'error'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** @param cache read at each scrape of the metrics. */
export function createMetrics(cache: Readonly<Record<'bytes' | 'size' | 'hits', number>>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'page_cache_bytes',
    help: 'Bytes of rendered pages in memory',
    registers,
    collect() {
      this.set(cache.bytes);
    },
  });
  new Gauge({
    name: 'page_cache_entries',
    help: 'Rendered pages in memory',
    registers,
    collect() {
      this.set(cache.size);
    },
  });
  new Gauge({
    name: 'page_cache_hits',
    help: 'Answers from the page cache since the start',
    registers,
    collect() {
      this.set(cache.hits);
    },
  });
  const answerSeconds = new Histogram({
    name: 'http_answer_seconds',
    help: 'Time until an answer was handed to the connection, by kind',
    labelNames: ['kind'],
    // A cached page takes some hundredths of a millisecond.
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000].map((ms) => ms / 1000),
    registers,
  });
  // Start at zero, because rates need a first value.
  for (const kind of answerKinds) answerSeconds.zero({ kind });
  return {
    registry,
    answerSeconds,
    requests: new Counter({
      name: 'http_requests',
      help: 'Answers that did not come from the page cache',
      labelNames: ['kind', 'status'],
      registers,
    }),
    alarms: new Counter({
      name: 'content_alarms',
      help: 'Faults of the content that visitors did not see',
      labelNames: ['kind'],
      registers,
    }),
    reports: new Counter({
      name: 'browser_reports',
      help: 'Refusals by the Content-Security-Policy and failures of the network, as browsers report them',
      labelNames: ['kind', 'detail'],
      registers,
    }),
    scriptErrors: new Counter({
      name: 'browser_script_errors',
      help: 'Errors of the site’s own scripts, reported by one page view in five, at most five each',
      labelNames: ['build', 'name', 'class'],
      registers,
    }),
    submissions: new Counter({
      name: 'form_submissions',
      help: 'Forms that were sent, by page and answer',
      labelNames: ['page', 'status'],
      registers,
    }),
    outbox: new Counter({
      name: 'outbox_deliveries',
      help: 'Attempts to deliver a message of the outbox',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    retentionHeld: new Gauge({
      name: 'retention_held',
      help: '1 while the removal of old data waits for a confirmation',
      registers,
    }),
    renderSeconds: new Histogram({
      name: 'page_render_seconds',
      help: 'Time of rendering a page',
      labelNames: ['kind'],
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.05],
      registers,
    }),
  };
}
