/** What `npm run backup` and `npm run restore` share: the configuration, the passphrase, and how they end. */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ConfigError } from '../../server/config.ts';
import { readConfig } from '../../server/process/start-problem.ts';
import { readSecretFiles } from '../../server/setting-names.ts';
import { projectRoot } from '../project-root.ts';
import type { Manifest } from './manifest.ts';
import { type CmsPlaces, type Places, cmsPlaces, placesOf } from './places.ts';

const shortest = 16;

/** @throws ConfigError with a sentence that does not repeat the passphrase. */
function passphraseOf(env: NodeJS.ProcessEnv): string {
  const file = env['BACKUP_KEY_FILE'];
  let key = env['BACKUP_KEY'] ?? '';
  if (file && key) throw new ConfigError('BACKUP_KEY_FILE and BACKUP_KEY are both set; one of them is enough.');
  if (file) {
    try {
      key = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      throw new ConfigError('BACKUP_KEY_FILE names a file that cannot be read.');
    }
  }
  if (key.length < shortest)
    throw new ConfigError(
      `BACKUP_KEY (or BACKUP_KEY_FILE) encrypts the secrets and must have ${shortest} characters or more. --without-secrets leaves the secrets out.`,
    );
  return key;
}

interface Given {
  /** Each place has one for Strapi, also where there is none yet. */
  places: Places & { cms: CmsPlaces };
  /** Without Strapi, where there is none. */
  here: Places;
  /** Null with `--without-secrets`. */
  passphrase: string | null;
}

/** Runs the work, and ends with a sentence and 78 for a wrong setting, 1 for everything else that is wrong. */
export async function withPlaces(withoutSecrets: boolean, work: (given: Given) => Promise<void>): Promise<void> {
  process.chdir(projectRoot);
  try {
    const config = readConfig(process.env);
    const env = readSecretFiles(process.env).env;
    const here = placesOf(config, env);
    const passphrase = withoutSecrets ? null : passphraseOf(process.env);
    await work({ here, places: { ...here, cms: here.cms ?? cmsPlaces(env) }, passphrase });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof ConfigError ? 78 : 1;
  }
}

/** A relative folder is below the one in which npm was started, as the shell would have it. */
export const folderFrom = (given: string) =>
  isAbsolute(given) ? given : join(process.env['INIT_CWD'] ?? process.cwd(), given);

const rows = (tables: Record<string, { rows: number }>) =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, 0);

export function sayManifest({ accounts, cms, files, startedAt, secrets, cvsElsewhere }: Manifest): void {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  console.log(`  state of    ${startedAt}`);
  console.log(`  accounts    ${accounts ? `${rows(accounts.tables)} rows (${accounts.kind})` : 'none yet'}`);
  console.log(`  Strapi      ${cms ? `${rows(cms.tables)} rows (${cms.kind})` : 'not on this machine'}`);
  console.log(`  files       ${Object.keys(files).length}, ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  if (!secrets) console.log('  secrets     not included');
  if (cvsElsewhere) console.log('  CVs         in CV_STORAGE_URL, not included');
}
