/** Lists the variants under which a password is compared with common passwords, whose list need not contain every spelling of the same word. */

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
  '+': 't',
};
const replaceLeet = (text: string) => Array.from(text, (character) => leet[character] ?? character).join('');

/** The core is the word in a password. Shorter ones occur in too many good passwords by chance. */
const minCoreLength = 4;
/** A word with more digits and signs than this around it is no core. */
const maxDecorationLength = 6;

/** Removes digits and signs at the end, in a loop: a regular expression with `$` would try every position of a long text, in quadratic time. */
function removeDigitsAndSignsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && !/\p{L}/u.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function removeSignsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\p{L}\d]/u.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/**
 * Lists the variants of a password: without the signs at its end, without any signs, and its core, with and without what comes before the word. All are
 * in lower case, and have letters in place of the digits and signs that imitate them (`p4$$word`).
 */
export function listPasswordVariants(password: string): string[] {
  const lowerCase = password.normalize('NFKC').toLowerCase();
  const untilWord = removeDigitsAndSignsAtEnd(lowerCase);
  const word = untilWord.replace(/^[^\p{L}]+/u, '');
  const cores = [untilWord, word].filter(
    (core) =>
      Array.from(core).length >= minCoreLength &&
      Array.from(lowerCase).length - Array.from(core).length <= maxDecorationLength,
  );
  const withoutSigns = lowerCase.replace(/[^\p{L}\d]/gu, '');
  return [
    ...new Set([
      replaceLeet(removeSignsAtEnd(lowerCase)),
      ...(withoutSigns.length >= minCoreLength ? [replaceLeet(withoutSigns)] : []),
      ...cores.map(replaceLeet),
    ]),
  ];
}
