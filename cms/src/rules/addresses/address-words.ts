/** Converts a title to the last part of an address: small Latin letters, digits and hyphens. */

/** Longer addresses are cut between words. */
const longest = 80;

/** Letters that Unicode does not decompose into a base letter and a mark. */
const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** `Ñandú & Cía.` is `nandu-cia`. Empty when the text has neither letters nor digits. */
export function addressWords(text: unknown): string {
  const plain = String(text ?? '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (words.length <= longest) return words;
  const cut = words.slice(0, longest + 1).replace(/-[^-]*$/, '');
  return cut.slice(0, longest);
}

/** Whether `freeAddress` can return this address for the words: `gold` and `gold-2` for `gold`. */
export function isMadeFrom(words: string, address: unknown): boolean {
  return (
    typeof address === 'string' &&
    words !== '' &&
    address.startsWith(words) &&
    /^(-\d+)?$/.test(address.slice(words.length))
  );
}

/** The words, or the words with the first free number. */
export function freeAddress(words: string, taken: ReadonlySet<string>): string {
  let address = words;
  for (let number = 2; taken.has(address); number += 1) address = `${words}-${number}`;
  return address;
}
