/**
 * `npm run restore -- DIR`: restores a back-up into empty places. `--replace` first moves existing data aside; `--without-secrets` leaves the secrets
 * out. `npm run --silent restore -- secrets DIR` prints the secrets of the environment at the back-up, as lines `NAME=value`.
 */
import { parseArgs } from 'node:util';
import { printManifest, resolveFolder, withPlaces } from './backup-command.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup, readSecrets } from './restore-backup.ts';

const { values, positionals } = parseArgs({
  options: { 'without-secrets': { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [first, second, ...more] = positionals;

if (first === 'secrets' && second && more.length === 0) {
  await withPlaces({ withoutSecrets: false }, async ({ passphrase }) => {
    const folder = resolveFolder(second);
    const secrets = await readSecrets(folder, readManifest(folder), passphrase ?? '');
    for (const [name, value] of Object.entries(secrets?.environment ?? {})) console.log(`${name}=${value}`);
  });
} else if (first && first !== 'secrets' && !second) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, async ({ places, passphrase }) => {
    const restored = await restoreBackup(resolveFolder(first), places, { passphrase, replace: values.replace });
    printManifest(restored.manifest);
    for (const where of restored.aside) console.log(`  The former data is now in ${where}`);
    if (restored.otherSecrets.length > 0)
      console.log(`  These secrets had other values at the back-up: ${restored.otherSecrets.join(', ')}`);
    console.log('  Restored: every count and checksum is equal.');
  });
} else {
  console.error('  npm run restore -- DIR [--replace] [--without-secrets] | secrets DIR');
  process.exitCode = 2;
}
