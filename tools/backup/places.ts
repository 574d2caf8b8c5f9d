/** Finds the files and databases that a back-up contains, from the environment of the site and of Strapi. */
import { join, resolve } from 'node:path';
import type { Config } from '../../server/config.ts';
import { secretNames as cmsSecretNames } from '../../cms/src/setup/settings.ts';
import { secretSettings } from '../../server/parse-config.ts';
import { cmsRoot } from '../cms-package.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { StoredDatabase } from './stored-database.ts';

/** The file of decisions about consent that wait for the database. A file that a process is moving there has a longer name. */
export const spoolName = 'consent-spool.jsonl';
/** The folder of pages that wait for the archive. */
export const archiveSpool = 'archive';
/** Folders of `DATA_DIR` that are copied as they are. */
export const keptFolders = ['cv', 'media', 'assets'];
/** Not copied, because the site can generate these sizes from the originals. */
export const derivedFolders = ['media/sizes'];
/** Files of `DATA_DIR` that go into the encrypted file of secrets. */
export const secretFiles = ['auth-secret', 'cms-shared.json'];
/**
 * Entries of `DATA_DIR` that no back-up contains: the database (copied separately), files that the site can generate again, unfinished uploads, and
 * mail that was written to files.
 */
export const uncopiedEntries =
  /^(?:(?:accounts|archive)\.sqlite(?:-wal|-shm)?|mirror.*\.sqlite.*|incoming|mail|embed|dev|parser-sources|share-pictures|before_restore_.*)$/;

/** Secrets that the environment of the site or of Strapi may set. */
export const secretNames = [...new Set([...secretSettings, ...cmsSecretNames])];

export interface CmsPlaces {
  dataDir: string;
  database: StoredDatabase;
}

export interface Places {
  dataDir: string;
  accounts: StoredDatabase;
  /** Null with PostgreSQL, where it is in the database of the accounts. */
  archive: StoredDatabase | null;
  /** Null when Strapi is not on this machine. */
  cms: CmsPlaces | null;
  /** CVs are in an S3-compatible store, which has versions of its own. */
  cvsInStore: boolean;
  /** Secrets that the environment sets, by name. */
  environmentSecrets: Record<string, string>;
}

type Environment = Record<string, string | undefined>;

/** Finds Strapi's database with the same variables as `cms/config/database.ts`. */
export function findCmsPlaces(env: Environment): CmsPlaces {
  const dataDir = resolve(cmsRoot, env['CMS_DATA_DIR'] || 'data');
  if (env['DATABASE_CLIENT'] !== 'postgres')
    return { dataDir, database: openSqliteStore(resolve(dataDir, env['DATABASE_FILENAME'] || 'content.db')) };
  const url = new URL('postgres://host');
  url.hostname = env['DATABASE_HOST'] || '127.0.0.1';
  url.port = env['DATABASE_PORT'] || '5432';
  url.username = encodeURIComponent(env['DATABASE_USERNAME'] || 'strapi');
  url.password = encodeURIComponent(env['DATABASE_PASSWORD'] || '');
  url.pathname = `/${env['DATABASE_NAME'] || 'strapi'}`;
  if (env['DATABASE_SSL'] === 'true') url.searchParams.set('sslmode', 'require');
  return { dataDir, database: openPostgresStore(url.href, env['DATABASE_SCHEMA'] || 'public') };
}

export async function findPlaces(config: Config, env: Environment): Promise<Places> {
  const { dataDir, accounts } = config;
  const cms = findCmsPlaces(env);
  // A clone in which Strapi never ran may have the folder.
  const hasStrapi = Boolean(env['CMS_DATA_DIR'] || env['DATABASE_CLIENT']) || (await cms.database.hasData());
  const values: [string, string | undefined][] = secretNames.map((name) => [name, env[name]]);
  return {
    dataDir,
    accounts: accounts.databaseUrl
      ? openPostgresStore(accounts.databaseUrl, 'public')
      : openSqliteStore(join(dataDir, 'accounts.sqlite')),
    archive: accounts.databaseUrl ? null : openSqliteStore(join(dataDir, 'archive.sqlite')),
    cms: hasStrapi ? cms : null,
    cvsInStore: accounts.cvStorageUrl !== '',
    environmentSecrets: Object.fromEntries(values.filter((pair): pair is [string, string] => Boolean(pair[1]))),
  };
}
