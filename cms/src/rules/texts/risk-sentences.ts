/** Finds the sentences of risk that compliance has approved. `npm run check` finds them in `demo/` with the same code, so this file imports nothing. */

/** The text that a reader sees of some Markdown. */
export function visibleText(markdown: unknown): string {
  return String(markdown ?? '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param text one a line, as in the panel. */
export function readSentences(text: unknown): string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const plain = (text: string) => visibleText(text).replaceAll('’', "'").toLowerCase();

/** Word for word; the sign at the end, capital letters and Markdown do not count. */
export function hasApprovedSentence(text: unknown, sentences: readonly string[]): boolean {
  const typed = plain(String(text ?? ''));
  return sentences.some((sentence) => {
    const wanted = plain(sentence).replace(/[.!]$/, '');
    const at = typed.indexOf(wanted);
    return at >= 0 && !/^[\p{L}\p{N}]/u.test(typed.slice(at + wanted.length));
  });
}
