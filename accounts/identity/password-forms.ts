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
const plain = (text: string) => Array.from(text, (sign) => leet[sign] ?? sign).join('');

/** Shorter words occur in too many good passwords by chance. */
const shortestCore = 4;
/** With more digits and signs than this around it, a word no longer counts as the core. */
const longestDecoration = 6;

/** A loop, because a regular expression anchored at the end would start again at every position of a long text. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && !/\p{L}/u.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function withoutSignsAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && !/[\p{L}\d]/u.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/**
 * The forms under which passwords are looked up and stored in the list: in lower case, with letters in place of the digits and signs that imitate
 * them, whole without signs, and reduced to the core word.
 */
export function passwordForms(password: string): string[] {
  const small = password.normalize('NFKC').toLowerCase();
  const core = withoutEnd(small);
  const inner = core.replace(/^[^\p{L}]+/u, '');
  const cores = [core, inner].filter(
    (form) =>
      Array.from(form).length >= shortestCore &&
      Array.from(small).length - Array.from(form).length <= longestDecoration,
  );
  const whole = small.replace(/[^\p{L}\d]/gu, '');
  return [
    ...new Set([
      plain(withoutSignsAtEnd(small)),
      ...(whole.length >= shortestCore ? [plain(whole)] : []),
      ...cores.map(plain),
    ]),
  ];
}
