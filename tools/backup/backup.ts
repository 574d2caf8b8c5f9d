/**
 * `npm run backup -- DIR`: writes a back-up while the site runs. `npm run backup -- verify DIR`: restores it into a temporary place and compares. DIR
 * may be `s3://bucket/name`.
 */
import { parseArgs } from 'node:util';
import { printManifest, withBackup, withPlaces, writeBackup } from './backup-command.ts';
import { readManifest } from './manifest.ts';
import { verifyBackup } from './restore-backup.ts';

const { values, positionals } = parseArgs({
  options: { 'without-secrets': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [first, second, ...more] = positionals;

if (first === 'verify' && second && more.length === 0) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, ({ places, passphrase }) =>
    withBackup(second, async (folder) => {
      const wrong = await verifyBackup(folder, places, passphrase);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      printManifest(readManifest(folder));
      console.log('  Restored into a temporary place: every count and checksum is equal.');
    }),
  );
} else if (first && first !== 'verify' && !second) {
  await withPlaces({ withoutSecrets: values['without-secrets'] }, async ({ here, passphrase }) => {
    printManifest(await writeBackup(here, first, passphrase));
  });
} else {
  console.error(
    '  npm run backup -- DIR|s3://bucket/name [--without-secrets] | verify DIR|s3://bucket/name [--without-secrets]',
  );
  process.exitCode = 2;
}
