/** `npm run backup -- DIR`: writes a back-up while the site runs. `npm run backup -- verify DIR`: restores it into a temporary place and compares. */
import { parseArgs } from 'node:util';
import { printManifest, resolveFolder, withPlaces } from './backup-command.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import { verifyBackup } from './restore-backup.ts';

const { values, positionals } = parseArgs({
  options: { 'without-secrets': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [first, second, ...more] = positionals;

if (first === 'verify' && second && more.length === 0) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, async ({ places, passphrase }) => {
    const folder = resolveFolder(second);
    const wrong = await verifyBackup(folder, places, passphrase);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    printManifest(readManifest(folder));
    console.log('  Restored into a temporary place: every count and checksum is equal.');
  });
} else if (first && first !== 'verify' && !second) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, async ({ here, passphrase }) => {
    printManifest(await makeBackup(here, resolveFolder(first), passphrase));
  });
} else {
  console.error('  npm run backup -- DIR [--without-secrets] | verify DIR [--without-secrets]');
  process.exitCode = 2;
}
