/** What a password is at its core, so that the list of common ones need not hold each way to write the same word. */

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

/** Shorter words stand in too many good passwords by chance. */
const shortestCore = 4;
/** More digits and signs than this around a word are more than a decoration. */
const longestDecoration = 6;

/** A loop, because an expression with its anchor at the end would try each beginning of a long text. */
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
 * The forms under which a password is looked up, and under which those of the list are kept: in small letters, with letters for the digits and
 * signs that stand for them, as a whole without signs, and without what is put around a word.
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
