/** What `npm run backup` and `npm run restore` share: the configuration, the passphrase, and exit codes. */
import { isAbsolute, join } from 'node:path';
import { ConfigError } from '../../server/config.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { readSecretFiles } from '../../server/secret-files.ts';
import { projectRoot } from '../project-root.ts';
import type { Manifest } from './manifest.ts';
import { type CmsPlaces, type Places, findCmsPlaces, findPlaces, secretNames } from './places.ts';

const minKeyLength = 16;

/** Reads the passphrase of back-ups. @throws ConfigError with a message that does not repeat it. */
function readPassphrase(): string {
  const { env, problems } = readSecretFiles(process.env, ['BACKUP_KEY']);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const key = env['BACKUP_KEY'] ?? '';
  if (key.length < minKeyLength)
    throw new ConfigError(
      `BACKUP_KEY (or BACKUP_KEY_FILE) encrypts the secrets and must have ${minKeyLength} characters or more. --without-secrets leaves the secrets out.`,
    );
  return key;
}

interface CommandParts {
  /** Includes the place for Strapi's data, even before Strapi has any. */
  places: Places & { cms: CmsPlaces };
  /** The same, without Strapi when it is not on this machine. */
  here: Places;
  /** Null with `--without-secrets`. */
  passphrase: string | null;
}

/** Runs the work. On an error, prints its message and sets the exit code: 78 for a wrong setting, 1 for any other error. */
export async function withPlaces(
  { withoutSecrets }: { withoutSecrets: boolean },
  work: (parts: CommandParts) => Promise<void>,
): Promise<void> {
  process.chdir(projectRoot);
  try {
    const config = parseConfig(process.env);
    const { env } = readSecretFiles(process.env, secretNames);
    const here = await findPlaces(config, env);
    const passphrase = withoutSecrets ? null : readPassphrase();
    await work({ here, places: { ...here, cms: here.cms ?? findCmsPlaces(env) }, passphrase });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ConfigError ? 78 : 1;
  }
}

/** A relative folder is resolved from the folder in which npm was started, as a shell does. */
export const resolveFolder = (given: string): string =>
  isAbsolute(given) ? given : join(process.env['INIT_CWD'] ?? process.cwd(), given);

const countRows = (tables: Record<string, { rows: number }>) =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, 0);

export function printManifest({ accounts, archive, cms, files, startedAt, secrets, cvsInStore }: Manifest): void {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  console.log(`  taken at    ${startedAt}`);
  console.log(`  accounts    ${accounts ? `${countRows(accounts.tables)} rows (${accounts.kind})` : 'none'}`);
  if (archive) console.log(`  archive     ${countRows(archive.tables)} rows`);
  console.log(`  Strapi      ${cms ? `${countRows(cms.tables)} rows (${cms.kind})` : 'not on this machine'}`);
  console.log(`  files       ${Object.keys(files).length}, ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  if (!secrets) console.log('  secrets     not included');
  if (cvsInStore) console.log('  CVs         in CV_STORAGE_URL, not included');
}
