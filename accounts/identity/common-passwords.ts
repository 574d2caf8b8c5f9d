/**
 * Recognises the passwords that attackers try first: those known from leaks, in any spelling. The list is a file of the project with sorted prefixes of
 * hashes; `tools/accounts/common-passwords.ts` generates it and names its sources. No outside service is used, so no password leaves the site.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { listPasswordVariants } from './password-variants.ts';

/** With 40,000 entries one password in 25,000 shares four bytes with one of them by chance; its owner has to choose another. */
export const entryBytes = 4;

/** Hashes a variant to the first four bytes of its SHA-256, which the list stores. */
export function hashVariant(variant: string): number {
  return createHash('sha256').update(variant).digest().readUInt32BE(0);
}

export type IsCommonPassword = (password: string, names: readonly string[]) => boolean;

/** Builds the variants of what others can know about a person: for an e-mail address the name before the `@`, whole and in parts. */
function buildPersonalVariants(names: readonly string[]): Set<string> {
  const words = names.flatMap((text) => {
    const name = text.split('@', 1)[0] ?? '';
    return [name, name.replace(/[^\p{L}\d]/gu, ''), ...name.split(/[^\p{L}\d]+/u)];
  });
  return new Set(words.filter((word) => Array.from(word).length >= 4).flatMap(listPasswordVariants));
}

/**
 * Loads the list. @param file its path.
 * @returns a function that checks whether a password is on the list, or consists of names of its owner.
 * @throws when the file cannot be read or is not such a list.
 */
export function loadCommonPasswords(file: string): IsCommonPassword {
  const list = readFileSync(file);
  if (list.length === 0 || list.length % entryBytes !== 0)
    throw new Error(`${file} is not a list of common passwords.`);
  function isListed(variant: string): boolean {
    const prefix = hashVariant(variant);
    let [low, high] = [0, list.length / entryBytes - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = list.readUInt32BE(middle * entryBytes);
      if (found === prefix) return true;
      if (found < prefix) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
  return (password, names) => {
    const personalVariants = buildPersonalVariants(names);
    return listPasswordVariants(password).some((variant) => personalVariants.has(variant) || isListed(variant));
  };
}
