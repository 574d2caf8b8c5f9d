/** Shows operators which words of a text were changed. */

/** Characters of either side. */
const most = 200;

/** The visible words of a page. */
export function readVisibleText(html: string): string {
  return html.replaceAll(/<(script|style|template)\b[^]*?<\/\1>|<[^>]*>/g, ' ');
}

function shorten(words: readonly string[]): string {
  const text = words.join(' ');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Writes `“words before” became “words after”`, without the words that both have at their beginning and end. */
export function showDifference(before: string, after: string): string {
  const [old, young] = [before, after].map((text) => text.trim().split(/\s+/)) as [string[], string[]];
  const shorter = Math.min(old.length, young.length);
  let start = 0;
  while (start < shorter && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const cut = (words: string[]) => shorten(words.slice(start, words.length - end));
  return `“${cut(old)}” became “${cut(young)}”`;
}
