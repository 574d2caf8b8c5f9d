/** Compares a saved page with what stood at its address. Runs in browser and server. */
import { listZoneNames } from '../../../content/hours/zone-names.ts';
import { countCommon, listChanges } from './compare-words.ts';
import { type ClockPart, type PageText, clockWord, splitWords } from './page-text.ts';

/** A page as it stood at an address. */
export interface PageVersion {
  /** Milliseconds since 1970. */
  from: number;
  /** Null while it lasts. */
  until: number | null;
  page: PageText;
}

/** Words that are not ours where they stand, with some of ours around them. */
export interface Alteration {
  before: string[];
  ours: string[];
  theirs: string[];
  after: string[];
}

export type Comparison =
  /** `clocks`: parts with the visitor's clock, whose times were not compared. */
  | { kind: 'ours'; from: number; until: number | null; clocks: boolean; added: string[] }
  | { kind: 'altered'; from: number; until: number | null; alterations: Alteration[]; more: number; added: string[] }
  | { kind: 'never' };

/** Words shown before and after a change, and of a change itself. */
const wordsAround = 4;
const wordsShown = 40;
const alterationsShown = 30;

let zoneWords: ReadonlySet<string> | undefined;

function trimSigns(word: string): string {
  return word.replace(/^[(]+|[),.;:]+$/g, '');
}

function getZoneWords(): ReadonlySet<string> {
  zoneWords ??= new Set(['UTC', 'GMT', ...listZoneNames().flatMap((name) => splitWords(name.replaceAll('_', ' ')))]);
  return zoneWords;
}

/** A time, a day of the month, a span of times, a duration. */
const time = /^[\d:.,+–−-]*\d[\d:.,+–−-]*$|^[–−-]$|^(?:h|min)$/;

/** Finds what is wrong in the parts with a clock: words that their scripts cannot write, and every change where no script ran. */
function findClockAlterations(ours: PageText, theirs: PageText): Alteration[] {
  const known = new Set<string>();
  for (const word of ours.words) known.add(trimSigns(word));
  for (const part of ours.clocks) for (const word of [...part.known, ...part.words]) known.add(trimSigns(word));
  const isKnownPart = (part: string) =>
    // A sign is not a word.
    !/[\p{L}\p{N}]/u.test(part) || known.has(part) || time.test(part) || getZoneWords().has(part);
  const isKnown = (word: string) => {
    const bare = trimSigns(word);
    // Days are joined as in `Mon–Fri`.
    return isKnownPart(bare) || bare.split('–').every(isKnownPart);
  };
  return ours.clocks.flatMap((part, index) => {
    const other = theirs.clocks[index];
    if (!other) return [];
    if (!other.live) return findAlterations(part.words, other.words);
    return other.words.flatMap((word, place) =>
      isKnown(word)
        ? []
        : [
            {
              before: other.words.slice(Math.max(0, place - wordsAround), place),
              ours: [],
              theirs: [word],
              after: other.words.slice(place + 1, place + 1 + wordsAround),
            },
          ],
    );
  });
}

function findAlterations(
  ours: readonly string[],
  theirs: readonly string[],
  hidden: ReadonlySet<number> = new Set(),
): Alteration[] {
  return listChanges(ours, theirs).flatMap(({ from, to, otherFrom, otherTo }) => {
    let isHidden = otherFrom === otherTo;
    for (let index = from; isHidden && index < to; index += 1) isHidden = hidden.has(index);
    if (isHidden) return [];
    return [
      {
        before: ours.slice(Math.max(0, from - wordsAround), from),
        ours: ours.slice(from, to),
        theirs: theirs.slice(otherFrom, otherTo),
        after: ours.slice(to, to + wordsAround),
      },
    ];
  });
}

function hasLive(parts: readonly ClockPart[]): boolean {
  return parts.some(({ live }) => live);
}

/** Whether two sequences are equal, but for hidden words that the second lacks. */
function hasSameWords(ours: PageText, theirs: PageText): boolean {
  const hidden = new Set(ours.hidden);
  let at = 0;
  for (const [index, word] of ours.words.entries()) {
    if (theirs.words[at] === word) at += 1;
    else if (!hidden.has(index)) return false;
  }
  return at === theirs.words.length;
}

function isSamePage(ours: PageText, theirs: PageText): boolean {
  return hasSameWords(ours, theirs) && findClockAlterations(ours, theirs).length === 0;
}

function shortenWords(words: readonly string[]): string[] {
  const shown = words.length > wordsShown ? [...words.slice(0, wordsShown), '…'] : words;
  return shown.map((word) => (word === clockWord ? '…' : word.length > 100 ? `${word.slice(0, 100)}…` : word));
}

function shorten({ before, ours, theirs, after }: Alteration): Alteration {
  return {
    before: shortenWords(before),
    ours: shortenWords(ours),
    theirs: shortenWords(theirs),
    after: shortenWords(after),
  };
}

/**
 * Finds when a saved page stood at its address. Of a page that never did, finds the version that it is nearest to; more than half of its words must be that
 * version's. @param versions the newest first; the oldest that are asked for may be few of many.
 */
export async function comparePage(theirs: PageText, versions: AsyncIterable<PageVersion>): Promise<Comparison> {
  let found: PageVersion | null = null;
  let from = 0;
  let nearest: { version: PageVersion; common: number; different: number } | null = null;
  for await (const version of versions) {
    if (isSamePage(version.page, theirs)) {
      found ??= version;
      ({ from } = version);
      continue;
    }
    // Before, it said something else.
    if (found) break;
    const common = countCommon(version.page.words, theirs.words);
    const different = version.page.words.length + theirs.words.length - 2 * common;
    if (different < (nearest?.different ?? Number.POSITIVE_INFINITY)) nearest = { version, common, different };
  }
  const { added } = theirs;
  if (found) return { kind: 'ours', from, until: found.until, clocks: hasLive(theirs.clocks), added };
  if (!nearest || nearest.common * 2 <= theirs.words.length) return { kind: 'never' };
  const { page, from: since, until } = nearest.version;
  const all = [
    ...findAlterations(page.words, theirs.words, new Set(page.hidden)),
    ...findClockAlterations(page, theirs),
  ];
  return {
    kind: 'altered',
    from: since,
    until,
    alterations: all.slice(0, alterationsShown).map(shorten),
    more: Math.max(0, all.length - alterationsShown),
    added,
  };
}
