/**
 * Recognises the passwords that attackers try first: those known from leaks, in any spelling. The list is a file of the project with sorted prefixes of
 * hashes; `tools/accounts/common-passwords.ts` generates it and names its sources. No outside service is asked, so nothing leaves the site.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { passwordForms } from './password-forms.ts';

/** With 40,000 entries one password in 25,000 shares four bytes with one of them by chance; its owner has to choose another. */
export const entryBytes = 4;

/** The first four bytes of a form's SHA-256, as the list stores them. */
export function hashForm(form: string): number {
  return createHash('sha256').update(form).digest().readUInt32BE(0);
}

export type IsCommonPassword = (password: string, own: readonly string[]) => boolean;

/** Forms of what others can know about a person: for a mail address the name before the `@`, whole and in parts. */
function personalForms(own: readonly string[]): Set<string> {
  const words = own.flatMap((text) => {
    const name = text.split('@', 1)[0] ?? '';
    return [name, name.replace(/[^\p{L}\d]/gu, ''), ...name.split(/[^\p{L}\d]+/u)];
  });
  return new Set(words.filter((word) => Array.from(word).length >= 4).flatMap(passwordForms));
}

/**
 * @param file path of the list.
 * @returns a function that says whether a password is on the list, or consists of the owner's own names.
 * @throws when the file cannot be read or is not such a list.
 */
export function loadCommonPasswords(file: string): IsCommonPassword {
  const list = readFileSync(file);
  if (list.length === 0 || list.length % entryBytes !== 0)
    throw new Error(`${file} is not a list of common passwords.`);
  function holds(form: string): boolean {
    const wanted = hashForm(form);
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
    const known = personalForms(own);
    return passwordForms(password).some((form) => known.has(form) || holds(form));
  };
}
