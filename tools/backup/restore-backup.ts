/** Restores a back-up, or restores it into a temporary place to compare it. Compares every checksum before it writes anything. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyHashed, listFiles, hashFile } from './hashed-files.ts';
import { cmsUploads, secretsName } from './make-backup.ts';
import { type DumpedDatabase, type Manifest, manifestName, readManifest } from './manifest.ts';
import type { CmsPlaces, Places } from './places.ts';
import { type Secrets, decryptSecrets } from './encrypted-secrets.ts';
import type { StoredDatabase, Tables } from './stored-database.ts';

/** Entries that do not make a folder count as used: a file system's own, and those that an earlier restore moved aside. */
const ignoredEntries = /^(?:lost\+found|before_restore_.*)$/;

/** @returns a sentence for each file that is missing, changed, or not in the manifest. */
export async function findDamagedFiles(folder: string, manifest: Manifest): Promise<string[]> {
  const found: string[] = [];
  for (const [path, expected] of Object.entries(manifest.files)) {
    const state = await hashFile(join(folder, path)).catch(() => null);
    if (!state) found.push(`${path} is missing.`);
    else if (state.sha256 !== expected.sha256 || state.bytes !== expected.bytes) found.push(`${path} was changed.`);
  }
  for (const path of await listFiles(folder, '.'))
    if (path !== manifestName && !manifest.files[path]) found.push(`${path} is not in the manifest.`);
  return found;
}

/** @returns a sentence for each table that differs. */
function compareTables(what: string, expected: Tables, found: Tables): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((name) => {
    const [was, is] = [expected[name], found[name]];
    if (!was || !is) return [`${what}: table ${name} is ${was ? 'missing' : 'not in the back-up'}.`];
    if (was.rows !== is.rows) return [`${what}: table ${name} has ${is.rows} rows instead of ${was.rows}.`];
    return was.digest === is.digest ? [] : [`${what}: table ${name} has other values.`];
  });
}

/** Tells whether a site runs on the folder: a running site holds the lock of its replica. */
function isSiteRunning(dataDir: string, names: readonly string[]): boolean {
  return names
    .filter((name) => /^mirror.*\.sqlite$/.test(name))
    .some((name) => {
      try {
        using database = new DatabaseSync(join(dataDir, name), { timeout: 0 });
        database.exec('BEGIN EXCLUSIVE; ROLLBACK');
        return false;
      } catch (error) {
        return error instanceof Error && /locked/.test(error.message);
      }
    });
}

/** Pairs each database of the back-up with its target. @throws when the target has another kind. */
function pairDatabases(manifest: Manifest, places: Pick<Places, 'accounts' | 'archive'> & { cms: CmsPlaces | null }) {
  const all: [string, DumpedDatabase | null, StoredDatabase | null | undefined][] = [
    ['accounts', manifest.accounts, places.accounts],
    ['archive', manifest.archive, places.archive],
    ['cms', manifest.cms, places.cms?.database],
  ];
  return all.flatMap(([what, dumped, database]) => {
    if (!dumped || !database) return [];
    if (dumped.kind !== database.kind)
      throw new Error(
        `The back-up of ${what} is from ${dumped.kind}, but this environment names ${database.kind} (${database.name}). Set ${what === 'accounts' ? 'DATABASE_URL' : 'DATABASE_CLIENT'} to its former value.`,
      );
    return [{ what, dumped, database }];
  });
}

async function copyBack(
  folder: string,
  manifest: Manifest,
  roots: { data: string; cms: string | null },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [path, expected] of Object.entries(manifest.files)) {
    const [, place, rest] = /^(data|cms)\/(.+)$/s.exec(path) ?? [];
    const root = place === 'data' ? roots.data : place === 'cms' ? roots.cms : null;
    if (!root || !rest) continue;
    const state = await copyHashed(join(folder, path), join(root, rest));
    if (state?.sha256 !== expected.sha256) wrong.push(`${path} arrived changed.`);
  }
  return wrong;
}

/** Moves existing data into a new folder next to it. @returns the new places. */
async function setAside(places: Places, cms: CmsPlaces | null, suffix: string): Promise<string[]> {
  const moved: string[] = [];
  for (const database of [places.accounts, places.archive, cms?.database]) {
    const place = await database?.setAside(suffix);
    if (place) moved.push(place);
  }
  const inside = async (root: string, names: readonly string[]) => {
    if (names.length === 0) return;
    await mkdir(join(root, suffix), { recursive: true, mode: 0o700 });
    for (const name of names) {
      await mkdir(dirname(join(root, suffix, name)), { recursive: true });
      await rename(join(root, name), join(root, suffix, name));
    }
    moved.push(join(root, suffix));
  };
  const entries = await readdir(places.dataDir).catch(() => []);
  await inside(
    places.dataDir,
    entries.filter((name) => !ignoredEntries.test(name)),
  );
  if (cms && existsSync(join(cms.dataDir, cmsUploads))) await inside(cms.dataDir, [cmsUploads]);
  return [...new Set(moved)];
}

/** Decrypts the secrets; null when the back-up has none. @throws when the passphrase is wrong. */
export async function readSecrets(folder: string, manifest: Manifest, passphrase: string): Promise<Secrets | null> {
  return manifest.secrets ? decryptSecrets(await readFile(join(folder, secretsName)), passphrase) : null;
}

async function writeSecrets({ files }: Secrets, dataDir: string, cmsDir: string | null): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const root = name.startsWith('data/') ? dataDir : cmsDir;
    if (!root) continue;
    const file = join(root, name.replace(/^\w+\//, ''));
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
    await writeFile(file, Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}

/**
 * Restores a back-up.
 * @param how.passphrase null leaves the secrets out.
 * @param how.replace moves existing data aside instead of refusing.
 * @returns where the former data is now (`aside`), and the names of secrets from the environment that are now missing or different.
 * @throws with messages for the user, before any change unless the load or the final comparison fails.
 */
export async function restoreBackup(
  folder: string,
  places: Places & { cms: CmsPlaces },
  how: { passphrase: string | null; replace: boolean },
) {
  const manifest = readManifest(folder);
  const damaged = await findDamagedFiles(folder, manifest);
  if (damaged.length > 0) throw new Error(damaged.join('\n'));
  const secrets = how.passphrase === null ? null : await readSecrets(folder, manifest, how.passphrase);
  const hasCms = manifest.cms !== null || Object.keys(manifest.files).some((path) => path.startsWith('cms/'));
  const cms = hasCms ? places.cms : null;
  const databases = pairDatabases(manifest, { ...places, cms });
  const entries = (await readdir(places.dataDir).catch(() => [])).filter((name) => !ignoredEntries.test(name));
  if (isSiteRunning(places.dataDir, entries)) throw new Error(`A site runs on ${places.dataDir}. Stop it first.`);
  const filled = entries.length > 0 ? [places.dataDir] : [];
  for (const { database } of databases) if (await database.hasData()) filled.push(database.name);
  if (filled.length > 0 && !how.replace)
    throw new Error(
      `${filled.join(' and ')} ${filled.length > 1 ? 'are' : 'is'} not empty. With --replace it is moved aside, and nothing is deleted.`,
    );
  const suffix = `before_restore_${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  const aside = filled.length > 0 ? await setAside(places, cms, suffix) : [];
  await mkdir(places.dataDir, { recursive: true, mode: 0o700 });
  const wrong: string[] = [];
  try {
    for (const { what, dumped, database } of databases) {
      await database.load(join(folder, dumped.file));
      wrong.push(...compareTables(what, dumped.tables, await database.tables()));
    }
    wrong.push(...(await copyBack(folder, manifest, { data: places.dataDir, cms: cms?.dataDir ?? null })));
  } catch (error) {
    const place = aside.length > 0 ? `\nThe former data is in ${aside.join(' and ')}.` : '';
    throw new Error(`The restore is incomplete: ${error instanceof Error ? error.message : String(error)}${place}`, {
      cause: error,
    });
  }
  if (secrets) await writeSecrets(secrets, places.dataDir, cms?.dataDir ?? null);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const otherSecrets = Object.entries(secrets?.environment ?? {})
    .filter(([name, value]) => places.environmentSecrets[name] !== value)
    .map(([name]) => name);
  return { manifest, aside, otherSecrets };
}

/** Restores into a temporary place and compares. @returns a sentence for each difference. @throws when the back-up cannot be read at all. */
export async function verifyBackup(
  folder: string,
  places: Places & { cms: CmsPlaces },
  passphrase: string | null,
): Promise<string[]> {
  const manifest = readManifest(folder);
  const damaged = await findDamagedFiles(folder, manifest);
  if (damaged.length > 0) return damaged;
  const wrong: string[] = [];
  if (passphrase !== null) await readSecrets(folder, manifest, passphrase);
  await using scratch = await mkdtempDisposable(join(tmpdir(), 'brokerfront-verify-'));
  for (const { what, dumped, database } of pairDatabases(manifest, places)) {
    const trial = await database.scratch(scratch.path);
    try {
      await trial.database.load(join(folder, dumped.file));
      wrong.push(...compareTables(what, dumped.tables, await trial.database.tables()));
    } finally {
      await trial.remove();
    }
  }
  const roots = { data: join(scratch.path, 'data'), cms: join(scratch.path, 'cms') };
  wrong.push(...(await copyBack(folder, manifest, roots)));
  return wrong;
}
