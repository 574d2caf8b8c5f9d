/**
 * Finds what a poll must read: changed, removed and missed documents, and replaced files. It sends one small request per type
 * (per language for a single type), however much content there is, and reads a whole list only when a count is wrong.
 */
import type { DocumentName } from '../document-address.ts';
import { storedLocales } from '../language-neutral.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import { type StrapiType, strapiTypes } from './strapi-types.ts';

export interface ChangedContent {
  names: DocumentName[];
  /** Addresses of files, as the content service writes them. */
  media: string[];
}

/**
 * Finds files that have another date than at the last poll, or are no longer listed. A list has only the newest files, so a missing file is gone
 * only if its date would still put it among them.
 */
function findChangedFiles(before: ReadonlyMap<string, string> | null, seen: ReadonlyMap<string, string>): string[] {
  // The first poll has nothing to compare with; the full sync has covered what changed before it.
  if (!before) return [];
  const oldestDate = [...seen.values()].sort()[0] ?? '';
  const replaced = [...seen].filter(([url, updatedAt]) => before.get(url) !== updatedAt);
  const removed = [...before].filter(([url, updatedAt]) => !seen.has(url) && updatedAt > oldestDate);
  return [...replaced, ...removed].map(([url]) => url);
}

/** Answers have dates in whole seconds, and parallel answers may arrive in another order. */
const clockToleranceMs = 5000;

/** Whether somebody set the content service's clock back: new edits then sort behind older ones, and the newest rows do not show them. */
function isClockSetBack(feed: StrapiFeed, published: PublishedVersions): boolean {
  const now = feed.serverTime();
  return now !== null && now < published.findLatestWriteTime() - clockToleranceMs;
}

async function findChangedDocuments(
  feed: StrapiFeed,
  published: PublishedVersions,
  type: StrapiType,
  { skipMissing, clockWentBack }: { skipMissing: boolean; clockWentBack: boolean },
): Promise<DocumentName[]> {
  if (clockWentBack) {
    const all = await feed.versions(type);
    return [...all.filter(published.isNew), ...(skipMissing ? [] : published.findMissing(type.type, all))];
  }
  const { versions, total } = await feed.readNewest(type, published.isNew);
  const changed = versions.filter(published.isNew);
  if (skipMissing) return changed;
  if (type.single) return [...changed, ...published.findMissing(type.type, versions)];
  const added = changed.filter((version) => !published.has(version)).length;
  const expected = published.count(type.type) + added;
  if (total * (type.localized ? 1 : storedLocales(type.type).length) === expected) return changed;
  // A document that an earlier poll missed may be older than the newest rows, so read the whole list.
  const all = await feed.versions(type);
  return [...all.filter(published.isNew), ...published.findMissing(type.type, all)];
}

/** Finds the changes since the last poll. @param skipMissing true while a removal is held: missing documents are then not named again. @throws StrapiError */
export async function findChangedNames(
  feed: StrapiFeed,
  published: PublishedVersions,
  skipMissing: boolean,
): Promise<ChangedContent> {
  const clockWentBack = isClockSetBack(feed, published);
  const [names, files] = await feed.runTogether(() =>
    Promise.all([
      Promise.all(
        strapiTypes.map((type) => findChangedDocuments(feed, published, type, { skipMissing, clockWentBack })),
      ),
      feed.readNewestMedia(),
    ]),
  );
  const seen = new Map(files?.map((file) => [file.url, file.updatedAt]));
  const media = findChangedFiles(published.files, seen);
  if (files) published.files = seen;
  return { names: names.flat(), media };
}
