/**
 * What a poll finds: documents whose row was written since they were read, documents that are gone or were missed, and files that were
 * replaced. One small request for each type and language of a single type, however much content there is; a whole list only where the count is wrong.
 */
import { locales } from '../../locales.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { DocumentName } from './document-name.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import { type StrapiType, strapiTypes } from './strapi-types.ts';

export interface Changed {
  names: DocumentName[];
  /** Addresses of files, in the content service's words. */
  media: string[];
}

/**
 * Files that differ from the last look: other date, or no longer there. A list has only the newest files, so one is gone only if it
 * would still stand among them.
 */
function changedFiles(before: ReadonlyMap<string, string> | null, seen: ReadonlyMap<string, string>): string[] {
  // The first look has nothing to compare with; what came before it is in the full sync.
  if (!before) return [];
  const oldest = [...seen.values()].sort()[0] ?? '';
  const replaced = [...seen].filter(([url, updatedAt]) => before.get(url) !== updatedAt);
  const gone = [...before].filter(([url, updatedAt]) => !seen.has(url) && updatedAt > oldest);
  return [...replaced, ...gone].map(([url]) => url);
}

/** Answers are dated to the second, and an answer may be older than what another one said. */
const clockTolerance = 5000;

/** Whether the content service's clock was set back: what is edited now then stands behind what was edited before. */
function isSetBack(feed: StrapiFeed, known: PublishedVersions): boolean {
  const now = feed.serverTime();
  return now !== null && now < known.latestWriting() - clockTolerance;
}

async function changedOf(
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
  if (total * (type.localized ? 1 : locales.length) === expected) return changed;
  // Either of them may be older than what the newest rows show: a list that moved while it was read has hidden one.
  const all = await feed.versions(type);
  return [...all.filter(known.isNew), ...known.absent(type.type, all)];
}

/** @param keepGone while a removal is held, what is gone is not asked for again. */
export async function changedNames(feed: StrapiFeed, known: PublishedVersions, keepGone: boolean): Promise<Changed> {
  const setBack = isSetBack(feed, known);
  const [names, files] = await feed.together(() =>
    Promise.all([
      Promise.all(strapiTypes.map((type) => changedOf(feed, known, type, keepGone, setBack))),
      feed.newestMedia(),
    ]),
  );
  const seen = new Map(files?.map((file) => [file.url, file.updatedAt]));
  const media = changedFiles(known.files, seen);
  if (files) known.files = seen;
  return { names: names.flat(), media };
}
