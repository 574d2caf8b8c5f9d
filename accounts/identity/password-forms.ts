/** Reduces a password to its core, so that the list of common passwords need not contain every spelling of the same word. */

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

/** Shorter cores occur in too many good passwords by chance. */
const minCoreLength = 4;
/** With more digits and signs than this around it, a word no longer counts as the core. */
const maxDecorationLength = 6;

/** Removes digits and signs at the end. It is a loop, because a regular expression anchored at the end would start again at every position of a long text. */
function removeEnd(text: string): string {
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
 * Builds the forms under which passwords are looked up and stored in the list: in lower case, with letters in place of the digits and signs that imitate
 * them, whole without signs, and reduced to the core word.
 */
export function listPasswordForms(password: string): string[] {
  const lowerCase = password.normalize('NFKC').toLowerCase();
  const core = removeEnd(lowerCase);
  const inner = core.replace(/^[^\p{L}]+/u, '');
  const cores = [core, inner].filter(
    (form) =>
      Array.from(form).length >= minCoreLength &&
      Array.from(lowerCase).length - Array.from(form).length <= maxDecorationLength,
  );
  const compact = lowerCase.replace(/[^\p{L}\d]/gu, '');
  return [
    ...new Set([
      replaceLeet(removeSignsAtEnd(lowerCase)),
      ...(compact.length >= minCoreLength ? [replaceLeet(compact)] : []),
      ...cores.map(replaceLeet),
    ]),
  ];
}
