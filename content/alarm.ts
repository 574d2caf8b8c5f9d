/** Something that we must look at and a visitor must not notice. The server logs and counts alarms by kind. */
export interface Alarm {
  kind:
    | 'invalid' | 'missing-seo' | 'unknown-block' | 'missing-image' | 'unknown-type' | 'missing-translation' | 'shrink-held' | 'feed-failed' | 'instances-unreachable' | 'instances-garbled' | 'instances-unanswered' | 'replica-broken' | 'replica-unwritable' | 'data-dir' | 'render-failed';
  /** What it is about: a document as `type/id.locale`, or the path of a page. */
  subject: string;
  message: string;
}

export type OnAlarm = (alarm: Alarm) => void;
