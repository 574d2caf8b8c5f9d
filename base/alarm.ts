/** A fault that operators must see and visitors must not notice. The server logs alarms and counts them by kind. */
export interface Alarm {
  kind:
    | 'invalid'
    | 'missing-seo'
    | 'unknown-block'
    | 'faulty-figure'
    | 'missing-image'
    | 'unknown-type'
    | 'unsafe-link'
    | 'missing-translation'
    | 'missing-calendar'
    | 'shrink-held'
    | 'feed-failed'
    | 'instances-unreachable'
    | 'instances-garbled'
    | 'instances-unanswered'
    | 'replica-broken'
    | 'replica-unwritable'
    | 'parser-thread'
    | 'data-dir'
    | 'render-failed'
    | 'purge-failed'
    | 'archive-late'
    | 'not-approved'
    | 'unhandled';
  /** The faulty document (`type/id.locale`), page (its path) or file. */
  subject: string;
  message: string;
}

export type OnAlarm = (alarm: Alarm) => void;
