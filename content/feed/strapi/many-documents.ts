/** Reads the many documents of an import again: they are written as they arrive, and shown when all of them are there. */
import { setImmediate } from 'node:timers/promises';
import { storedLocales } from '../../kept-once.ts';
import type { Locale } from '../../locales.ts';
import { keyOf } from '../../replica/document-writer.ts';
import type { Replica } from '../../replica/replica.ts';
import { Turns } from '../../turns.ts';
import type { DocumentName } from './document-name.ts';
import { GatheredChanges } from './gathered-changes.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { StrapiFeed } from './strapi-feed.ts';

interface Parts {
  replica: Replica;
  feed: StrapiFeed;
  published: PublishedVersions;
  show: (changed: Set<string>) => Promise<void>;
  signal: AbortSignal;
}

/** Milliseconds for which visitors wait while documents are looked up. */
const lookTurnMs = 4;
/** Milliseconds after which what is there is shown although it is not all: the content service is slow. */
const longestHeldMs = 15_000;

/** @returns those of which a language is gone in Strapi; they are still in the replica. @throws when not all could be read. */
export async function refreshMany(
  names: readonly DocumentName[],
  { replica, feed, published, show, signal }: Parts,
): Promise<DocumentName[]> {
  const changes = new GatheredChanges(show, longestHeldMs);
  const there = new Set<string>();
  try {
    await feed.manyDocuments(names, async ({ documents, versions, media }) => {
      const read = await replica.readAhead(documents, signal);
      for (const { changed } of replica.changeInParts({ documents: read, media, removed: [] })) {
        await changes.add(changed);
        await setImmediate(undefined, { signal });
      }
      published.update(versions, []);
      for (const version of versions) there.add(keyOf(version));
    });
  } finally {
    await changes.tell();
  }
  const gone: DocumentName[] = [];
  const turns = new Turns(lookTurnMs);
  for (const name of names) {
    if (turns.over) await turns.next();
    const isThere = (locale: Locale) => there.has(keyOf({ ...name, locale }));
    if (storedLocales(name.type).every(isThere)) continue;
    if (!replica.localesOf(name.type, name.id).every(isThere)) gone.push(name);
  }
  return gone;
}
