/**
 * Finds what a poll must read: changed documents, documents that are gone or were missed, and replaced files. It sends one small request per type
 * (per language for a single type), however much content there is, and reads a whole list only when a count is wrong.
 */
import type { DocumentName } from '../document-address.ts';
import { storedLocales } from '../language-neutral.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import { type StrapiType, strapiTypes } from './strapi-types.ts';

export interface Changed {
  names: DocumentName[];
  /** Addresses of files, as the content service writes them. */
  media: string[];
}

/**
 * Files that changed since the last poll: another date, or no longer listed. A list has only the newest files, so a missing file is gone
 * only if its date would still put it among them.
 */
function changedFiles(before: ReadonlyMap<string, string> | null, seen: ReadonlyMap<string, string>): string[] {
  // The first poll has nothing to compare with; the full sync has covered what changed before it.
  if (!before) return [];
  const oldest = [...seen.values()].sort()[0] ?? '';
  const replaced = [...seen].filter(([url, updatedAt]) => before.get(url) !== updatedAt);
  const gone = [...before].filter(([url, updatedAt]) => !seen.has(url) && updatedAt > oldest);
  return [...replaced, ...gone].map(([url]) => url);
}

/** Milliseconds. Answers are dated to the second, and an answer may be older than what another one contained. */
const clockTolerance = 5000;

/** Whether the content service's clock was set back: new edits then sort behind older ones, and the newest rows do not show them. */
function isSetBack(feed: StrapiFeed, known: PublishedVersions): boolean {
  const now = feed.serverTime();
  return now !== null && now < known.latestWriting() - clockTolerance;
}

async function findChanged(
  feed: StrapiFeed,
  known: PublishedVersions,
  type: StrapiType,
  keepGone: boolean,
  setBack: boolean,
): Promise<DocumentName[]> {
  if (setBack) {
    const all = await feed.versions(type);
    return [...all.filter(known.isNew), ...(keepGone ? [] : known.absent(type.type, all))];
  }
  const { versions, total } = await feed.newest(type, known.isNew);
  const changed = versions.filter(known.isNew);
  if (keepGone) return changed;
  if (type.single) return [...changed, ...known.absent(type.type, versions)];
  const added = changed.filter((version) => !known.has(version)).length;
  const expected = known.count(type.type) + added;
  if (total * (type.localized ? 1 : storedLocales(type.type).length) === expected) return changed;
  // A missed document may be older than what the newest rows show: a list that moved while it was read has hidden it.
  const all = await feed.versions(type);
  return [...all.filter(known.isNew), ...known.absent(type.type, all)];
}

/** @param keepGone true while a removal is held: missing documents are then not named again. @throws StrapiError */
export async function changedNames(feed: StrapiFeed, known: PublishedVersions, keepGone: boolean): Promise<Changed> {
  const setBack = isSetBack(feed, known);
  const [names, files] = await feed.together(() =>
    Promise.all([
      Promise.all(strapiTypes.map((type) => findChanged(feed, known, type, keepGone, setBack))),
      feed.newestMedia(),
    ]),
  );
  const seen = new Map(files?.map((file) => [file.url, file.updatedAt]));
  const media = changedFiles(known.files, seen);
  if (files) known.files = seen;
  return { names: names.flat(), media };
}
