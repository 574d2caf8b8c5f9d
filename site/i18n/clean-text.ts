/** The one cleaning of what visitors type or paste, before it is judged, searched or kept; browser and server use it. A password is never cleaned. */

/** Signs that nobody sees. A joiner between two letters or two emojis stays, and so does a variation selector: both change how a word looks. */
const unseen =
  /([\p{L}\p{M}\p{S}][\u200c\u200d](?=[\p{L}\p{M}\p{S}]))|(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Full-width and small forms of signs. Not all of NFKC: it would turn the “Mª” of a name into “Ma”, and 5² into 52. */
const otherWidth = /[\ufe50-\ufe6b\uff01-\uff5e]/g;
/** The blank Braille pattern is no space to Unicode, only to people. */
const spaces = /[\p{Zs}\t\v\f\u0085\u2028\u2029\u2800]/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** Text of any field: line ends stay. */
export function cleanText(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(otherWidth, (sign) => sign.normalize('NFKC'))
    .replace(unseen, '$1')
    .replace(spaces, ' ')
    .replace(dashes, '-');
}

/** The ASCII digit for a digit of any script: each script has its ten digits in a row, and 0 follows on something else, or on another 9. */
function plainDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Text that is compared sign by sign: numbers, phone numbers, addresses, codes, searched words. */
export function cleanCode(typed: string): string {
  return cleanText(typed)
    .replace(/[\u200c\u200d\p{Variation_Selector}]/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
    .trim();
}

/** An e-mail address, its domain as the DNS knows it: `bücher.example` is `xn--bcher-kva.example`. */
export function cleanEmail(typed: string): string {
  const address = cleanCode(typed).replace(/[\u3002\uff61]/g, '.');
  const [domain = ''] = /[^@]*$/.exec(address) ?? [];
  // Only letters, digits, dots and hyphens: `URL` would take the rest for a path, a port or a password.
  const isForeign = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^\u0000-\u007f]/.test(domain);
  if (!isForeign || !URL.canParse(`https://${domain}`)) return address;
  return address.slice(0, -domain.length) + new URL(`https://${domain}`).hostname;
}
