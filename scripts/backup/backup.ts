/** `npm run backup -- DIR`: writes a back-up while the site runs. `npm run backup -- verify DIR`: restores it into a scratch and compares. */
import { parseArgs } from 'node:util';
import { folderFrom, sayManifest, withPlaces } from './backup-command.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import { verifyBackup } from './restore-backup.ts';

const { values, positionals } = parseArgs({
  options: { 'without-secrets': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [first, second, ...more] = positionals;

if (first === 'verify' && second && more.length === 0) {
  await withPlaces(values['without-secrets'], async ({ places, passphrase }) => {
    const folder = folderFrom(second);
    const wrong = await verifyBackup(folder, places, passphrase);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    sayManifest(readManifest(folder));
    console.log('  Restored into a scratch: every count and checksum is equal.');
  });
} else if (first && first !== 'verify' && !second) {
  await withPlaces(values['without-secrets'], async ({ here, passphrase }) => {
    sayManifest(await makeBackup(here, folderFrom(first), passphrase));
  });
} else {
  console.error('  npm run backup -- DIR [--without-secrets] | verify DIR [--without-secrets]');
  process.exitCode = 2;
}
