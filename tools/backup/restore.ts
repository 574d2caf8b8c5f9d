/**
 * `npm run restore -- DIR`: restores a back-up into empty places. `--replace` first moves existing data aside; `--without-secrets` leaves the secrets
 * out. `npm run --silent restore -- secrets DIR` prints the secrets of the environment at the back-up, as lines `NAME=value`. DIR may be
 * `s3://bucket/name`.
 */
import { parseArgs } from 'node:util';
import { printManifest, withBackup, withPlaces } from './backup-command.ts';
import { secretsName } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup, readSecrets } from './restore-backup.ts';

const { values, positionals } = parseArgs({
  options: { 'without-secrets': { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [first, second, ...more] = positionals;

if (first === 'secrets' && second && more.length === 0) {
  await withPlaces({ withoutSecrets: false }, ({ passphrase }) =>
    withBackup(
      second,
      async (folder) => {
        const secrets = await readSecrets(folder, readManifest(folder), passphrase ?? '');
        for (const [name, value] of Object.entries(secrets?.environment ?? {})) console.log(`${name}=${value}`);
      },
      (name) => name === secretsName,
    ),
  );
} else if (first && first !== 'secrets' && !second) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, ({ places, passphrase }) =>
    withBackup(first, async (folder) => {
      const restored = await restoreBackup(folder, places, { passphrase, replace: values.replace });
      printManifest(restored.manifest);
      for (const where of restored.aside) console.log(`  The former data is now in ${where}`);
      if (restored.otherSecrets.length > 0)
        console.log(`  These secrets had other values at the back-up: ${restored.otherSecrets.join(', ')}`);
      console.log('  Restored: every count and checksum is equal.');
    }),
  );
} else {
  console.error(
    '  npm run restore -- DIR|s3://bucket/name [--replace] [--without-secrets] | secrets DIR|s3://bucket/name',
  );
  process.exitCode = 2;
}
