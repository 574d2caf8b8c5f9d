/** Logs which change made which pages stale: the first place to look when a page changed (docs/not-visible.md). */
import type { ChangeCause } from '../../content/feed/strapi-sync.ts';
import type { Logger } from '../log.ts';

/** Tags or pages in one line of the log. */
const maxNamed = 20;

function takeFirst(all: ReadonlySet<string>): string[] {
  return [...all].slice(0, maxNamed);
}

/**
 * Logs which pages will be rendered again, and why; `GET /api/content/page` reports that for a single page.
 * @param cause how the change was noticed; `repair` when the replica was damaged, `files` for local ones.
 */
export function logStale(
  log: Pick<Logger, 'info' | 'debug'>,
  changed: ReadonlySet<string>,
  staled: ReadonlySet<string>,
  cause: ChangeCause | 'files' | 'repair',
): void {
  // Without queries, because the log must not contain what somebody searched for.
  const paths = new Set([...staled].map((key) => key.split('?', 1)[0] ?? ''));
  const fields = { cause, tags: takeFirst(changed), of: changed.size, pages: staled.size, paths: takeFirst(paths) };
  if (staled.size > 0) log.info(fields, 'pages are stale');
  else if (changed.size > 0) log.debug(fields, 'changed, and no page in the cache shows it');
}
