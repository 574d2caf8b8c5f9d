/** Cleans typed or pasted text before it is checked, searched or stored, in browser and server. A password is never cleaned. */

/** Invisible characters. A joiner between two letters or two emojis stays, and so does a variation selector: both change the look of a word. */
const invisible =
  /([\p{L}\p{M}\p{S}][\u200c\u200d](?=[\p{L}\p{M}\p{S}]))|(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Full-width and small forms of characters. NFKC of the whole text would turn the “Mª” of a name into “Ma”, and 5² into 52. */
const otherWidth = /[\ufe50-\ufe6b\uff01-\uff5e]/g;
/** All spaces, with the blank Braille pattern, which looks like one but is no space in Unicode. */
const spaces = /[\p{Zs}\t\v\f\u0085\u2028\u2029\u2800]/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** Cleans the text of any field; line ends stay. */
export function cleanText(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(otherWidth, (sign) => sign.normalize('NFKC'))
    .replace(invisible, '$1')
    .replace(spaces, ' ')
    .replace(dashes, '-');
}

/** Finds the ASCII digit for a digit of any script: the ten digits of each script have consecutive codes. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Cleans text that is compared character by character: numbers, phone numbers, addresses, codes, searched words. */
export function cleanCode(typed: string): string {
  return cleanText(typed)
    .replace(/[\u200c\u200d\p{Variation_Selector}]/gu, '')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .trim();
}

/** Cleans an e-mail address, and encodes its domain for the DNS: `bücher.example` becomes `xn--bcher-kva.example`. */
export function cleanEmail(typed: string): string {
  const address = cleanCode(typed).replace(/[\u3002\uff61]/g, '.');
  const domain = address.slice(address.lastIndexOf('@') + 1);
  // Only letters, digits, dots and hyphens are safe: `URL` would parse other characters as a path, a port or a password.
  const isForeign = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^\u0000-\u007f]/.test(domain);
  if (!isForeign || !URL.canParse(`https://${domain}`)) return address;
  return address.slice(0, -domain.length) + new URL(`https://${domain}`).hostname;
}
