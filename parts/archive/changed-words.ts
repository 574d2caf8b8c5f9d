/** Shows operators which words of a text were changed. */
import { listChanges } from './compare-words.ts';

/** Characters of either side. */
const most = 200;
const mostPlaces = 3;

function shorten(words: readonly string[]): string {
  const text = words.join(' ');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Writes `“words before” became “words after”` for the first places that differ. */
export function showDifference(before: string, after: string): string {
  const [old, young] = [before, after].map((text) => text.trim().split(/\s+/)) as [string[], string[]];
  return listChanges(old, young)
    .slice(0, mostPlaces)
    .map(({ from, to, otherFrom, otherTo }) => {
      const words = [old.slice(from, to), young.slice(otherFrom, otherTo)].map(shorten);
      return `“${words[0]}” became “${words[1]}”`;
    })
    .join(', ');
}
