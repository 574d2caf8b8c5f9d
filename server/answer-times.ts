/**
 * How long answers take, by kind, as the histogram `http_answer_seconds`. Not prom-client's own histogram: its lookup of labels costs a tenth of an
 * answer from the page cache. Here an observation is a few comparisons and two additions.
 */
import type { Metric, Registry } from 'prom-client';

export const answerKinds = ['cached', 'page', 'payload', 'form', 'asset', 'api', 'error'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Upper bounds in milliseconds. A cached page takes some hundredths of one. */
const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];
const name = 'http_answer_seconds';

interface Row {
  /** One more than there are bounds. */
  counts: Float64Array;
  milliseconds: number;
}

const emptyRow = (): Row => ({ counts: new Float64Array(bounds.length + 1), milliseconds: 0 });

export class AnswerTimes {
  readonly #rows: Record<AnswerKind, Row>;

  constructor(registry: Registry) {
    this.#rows = {
      cached: emptyRow(),
      page: emptyRow(),
      payload: emptyRow(),
      form: emptyRow(),
      asset: emptyRow(),
      api: emptyRow(),
      error: emptyRow(),
    };
    // What a registry needs of a metric: its name, and its values at a scrape.
    const metric = {
      name,
      get: async () => ({
        name,
        help: 'Time until an answer was handed to the connection, by kind',
        type: 'histogram',
        aggregator: 'sum',
        values: answerKinds.flatMap((kind) => this.#values(kind)),
      }),
      reset: () => undefined,
    };
    registry.registerMetric(metric as unknown as Metric);
  }

  /** @param milliseconds from the first line of the request to the end of the answer. */
  observe(kind: AnswerKind, milliseconds: number): void {
    const row = this.#rows[kind];
    let bound = 0;
    while (bound < bounds.length && milliseconds > (bounds[bound] as number)) bound += 1;
    row.counts[bound] = (row.counts[bound] as number) + 1;
    row.milliseconds += milliseconds;
  }

  #values(kind: AnswerKind) {
    const { counts, milliseconds } = this.#rows[kind];
    let count = 0;
    const buckets = [...counts].map((more, index) => {
      count += more;
      const bound = bounds[index];
      const le = bound === undefined ? '+Inf' : String(bound / 1000);
      return { metricName: `${name}_bucket`, labels: { le, kind }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { kind }, value: milliseconds / 1000 },
      { metricName: `${name}_count`, labels: { kind }, value: count },
    ];
  }
}
