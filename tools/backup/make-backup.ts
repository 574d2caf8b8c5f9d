/** Writes a back-up while the site runs. The folder gets its name last, so an incomplete back-up never has the name. */
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyHashed, listFiles, hashFile } from './hashed-files.ts';
import { type DumpedDatabase, type Manifest, manifestName } from './manifest.ts';
import { type Places, archiveSpool, derivedFolders, keptFolders, secretFiles, spoolName } from './places.ts';
import { type Secrets, encryptSecrets } from './encrypted-secrets.ts';
import type { StoredDatabase } from './stored-database.ts';

export const secretsName = 'secrets.enc';
/** Where Strapi has uploads, below its data folder. */
export const cmsUploads = 'public/uploads';
export const cmsSecretFile = 'secrets.json';

const isDerived = (path: string) => derivedFolders.some((folder) => path.startsWith(`${folder}/`));
const readIfThere = (file: string) => readFile(file).catch(() => null);

async function readSecrets({ dataDir, cms, environmentSecrets }: Places): Promise<Secrets> {
  const places = [
    ...secretFiles.map((name) => [`data/${name}`, join(dataDir, name)]),
    ...(cms ? [[`cms/${cmsSecretFile}`, join(cms.dataDir, cmsSecretFile)]] : []),
  ] as [string, string][];
  const files: Record<string, string> = {};
  for (const [name, path] of places) {
    const content = await readIfThere(path);
    if (content) files[name] = content.toString('base64');
  }
  return { files, environment: environmentSecrets };
}

/**
 * Writes a back-up into a folder.
 * @param folder must be empty or not exist.
 * @param passphrase null leaves the secrets out.
 * @throws when something cannot be read or written, or a database is empty; then nothing remains.
 */
export async function makeBackup(places: Places, folder: string, passphrase: string | null): Promise<Manifest> {
  const existing = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (existing.length > 0) throw new Error(`${folder} is not empty. Each back-up gets a folder of its own.`);
  const draft = join(dirname(folder), `.${basename(folder)}.partial-${process.pid}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest: Manifest = {
      format: 1,
      startedAt: new Date().toISOString(),
      finishedAt: '',
      accounts: null,
      archive: null,
      cms: null,
      files: {},
      secrets: passphrase !== null,
      cvsInStore: places.cvsInStore,
    };
    async function copyIntoDraft(root: string, path: string, as: string): Promise<void> {
      const state = await copyHashed(join(root, path), join(draft, as));
      if (state) manifest.files[as] = state;
    }
    async function dumpDatabase(database: StoredDatabase, name: string): Promise<DumpedDatabase> {
      if (!(await database.hasData()))
        throw new Error(
          `There is nothing to back up in ${database.name}. Run this with the environment of ${name === 'cms' ? 'Strapi (CMS_DATA_DIR, DATABASE_CLIENT, …)' : 'the site (DATA_DIR, DATABASE_URL, …)'}.`,
        );
      const file = `${name}.${database.kind === 'sqlite' ? 'sqlite' : 'dump'}`;
      const tables = await database.dump(join(draft, file));
      manifest.files[file] = await hashFile(join(draft, file));
      return { kind: database.kind, file, tables };
    }
    // Files whose content later moves into the database are copied before it, and may then be in both (inserting twice is harmless). Files that rows
    // refer to are written before their row, and therefore copied after the database.
    // A spool gets another name when its decisions begin to move: list again until each name has been copied.
    for (let names = [spoolName]; names.length > 0;) {
      for (const name of names) await copyIntoDraft(places.dataDir, name, `data/${name}`);
      names = (await readdir(places.dataDir).catch(() => [])).filter(
        (name) => name.startsWith(spoolName) && !manifest.files[`data/${name}`],
      );
    }
    for (const path of await listFiles(places.dataDir, archiveSpool))
      await copyIntoDraft(places.dataDir, path, `data/${path}`);
    manifest.accounts = await dumpDatabase(places.accounts, 'accounts');
    if (places.archive && (await places.archive.hasData()))
      manifest.archive = await dumpDatabase(places.archive, 'archive');
    for (const name of keptFolders)
      for (const path of await listFiles(places.dataDir, name))
        if (!isDerived(path)) await copyIntoDraft(places.dataDir, path, `data/${path}`);
    if (places.cms) {
      manifest.cms = await dumpDatabase(places.cms.database, 'cms');
      for (const path of await listFiles(places.cms.dataDir, cmsUploads))
        await copyIntoDraft(places.cms.dataDir, path, `cms/${path}`);
    }
    if (passphrase !== null) {
      await writeFile(join(draft, secretsName), encryptSecrets(await readSecrets(places), passphrase), { mode: 0o600 });
      manifest.files[secretsName] = await hashFile(join(draft, secretsName));
    }
    manifest.finishedAt = new Date().toISOString();
    await writeFile(join(draft, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await chmod(folder, 0o700);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
