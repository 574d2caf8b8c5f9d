/**
 * Passwords that are tried first: those of the lists that leaks made known, in each of their spellings. The list is a file of the project, the
 * sorted beginnings of hashes; `scripts/accounts/common-passwords.ts` makes it and names its sources. Nobody is asked, so nothing leaves the site.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { passwordForms } from './password-forms.ts';

/** Of 40,000 entries one password in 25,000 shares four bytes by chance: that person chooses another. */
export const entryBytes = 4;

export function entryOf(form: string): number {
  return createHash('sha256').update(form).digest().readUInt32BE(0);
}

export type IsCommonPassword = (password: string, own: readonly string[]) => boolean;

/** What somebody else can know of a person: the name of the mailbox, as a whole and in its parts. */
function formsOf(own: readonly string[]): Set<string> {
  const words = own.flatMap((text) => {
    const name = text.split('@', 1)[0] ?? '';
    return [name, name.replace(/[^\p{L}\d]/gu, ''), ...name.split(/[^\p{L}\d]+/u)];
  });
  return new Set(words.filter((word) => Array.from(word).length >= 4).flatMap(passwordForms));
}

/** @param file the list. @returns whether a password is one of it, or is made of the words that its owner is known by. @throws when there is no such list. */
export function loadCommonPasswords(file: string): IsCommonPassword {
  const list = readFileSync(file);
  if (list.length === 0 || list.length % entryBytes !== 0)
    throw new Error(`${file} is not a list of common passwords.`);
  function holds(form: string): boolean {
    const wanted = entryOf(form);
    let [low, high] = [0, list.length / entryBytes - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = list.readUInt32BE(middle * entryBytes);
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
  return (password, own) => {
    const known = formsOf(own);
    return passwordForms(password).some((form) => known.has(form) || holds(form));
  };
}
