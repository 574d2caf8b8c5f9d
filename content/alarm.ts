/** Something that we must look at and a visitor must not notice. The server logs and counts alarms by kind. */
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
    | 'region-unreachable'
    | 'instances-unanswered'
    | 'replica-broken'
    | 'replica-unwritable'
    | 'parser-thread'
    | 'data-dir'
    | 'render-failed'
    | 'purge-failed'
    | 'unhandled';
  /** What it is about: a document as `type/id.locale`, the path of a page, or a file. */
  subject: string;
  message: string;
}

export type OnAlarm = (alarm: Alarm) => void;
