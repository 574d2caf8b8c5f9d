/**
 * A back-up in an S3-compatible store: the folder of a back-up, an object for each file. The manifest is uploaded last; a folder without a manifest
 * is not a back-up.
 */
import { join } from 'node:path';
import { type Manifest, manifestName, readManifest } from './manifest.ts';
import { type ObjectStore, maxFileBytes } from './object-store.ts';

const parallelRequests = 4;

/** Runs the work for each item, some at the same time. The first failure ends it, once those under way have ended. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: parallelRequests }, async () => {
      for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift())
        await work(item).catch((error: unknown) => failures.push(error));
    }),
  );
  if (failures.length > 0) throw failures[0];
}

/** Checks that the place of a new back-up is empty, before the back-up is made. @throws when it is not, or when the key is wrong. */
export async function claimPlace(store: ObjectStore): Promise<void> {
  if ((await store.list()).length > 0)
    throw new Error(`${store.address.shown} is not empty. Each back-up gets a name of its own.`);
}

/** Stores a back-up, its manifest last. @throws with a message; the stored files are removed first, or the message says that they remain. */
export async function storeBackup(store: ObjectStore, folder: string, manifest: Manifest): Promise<void> {
  const names = Object.keys(manifest.files);
  const tooLarge = names.find((name) => (manifest.files[name]?.bytes ?? 0) > maxFileBytes);
  if (tooLarge)
    throw new Error(`${tooLarge} is larger than ${maxFileBytes / 1024 ** 3} GB, the maximum for one object.`);
  const startedNames = new Set<string>();
  try {
    await forEach(names, async (name) => {
      startedNames.add(name);
      await store.put(name, join(folder, name));
    });
    const stored = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]));
    for (const [name, { bytes }] of Object.entries(manifest.files))
      if (stored.get(name) !== bytes)
        throw new Error(
          `The store has ${stored.get(name) ?? 'no'} bytes of ${name} instead of ${bytes}. Look at its log.`,
        );
    startedNames.add(manifestName);
    await store.put(manifestName, join(folder, manifestName));
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const cleanUpMessage = await forEach([manifestName, ...startedNames], (name) => store.remove(name)).then(
      () => '',
      () =>
        `\nThe files stored so far could not be removed. They are not a back-up; remove them yourself: ${store.address.shown}/`,
    );
    throw new Error(`There is no new back-up. ${sentence}${cleanUpMessage}`, { cause: error });
  }
}

/**
 * Copies a back-up into an empty folder. The caller compares the checksums.
 * @param wanted names of files; by default all.
 * @throws with a message for each object that is missing or has another size, before any is copied.
 */
export async function fetchBackup(
  store: ObjectStore,
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<void> {
  const { shown } = store.address;
  const stored = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]));
  if (!stored.has(manifestName)) throw new Error(`${shown} is not a back-up: it has no ${manifestName}.`);
  await store.get(manifestName, join(folder, manifestName));
  const { files } = readManifest(folder);
  const differences = Object.entries(files).flatMap(([name, { bytes }]) => {
    const storedBytes = stored.get(name);
    if (storedBytes === undefined) return [`${name} is missing.`];
    return storedBytes === bytes ? [] : [`${name} has ${storedBytes} bytes instead of ${bytes}.`];
  });
  for (const name of stored.keys())
    if (name !== manifestName && !files[name]) differences.push(`${name} is not in the manifest.`);
  if (differences.length > 0)
    throw new Error(
      `${differences.join('\n')}\n${shown} is not complete. Nothing was changed here; use an earlier back-up.`,
    );
  await forEach(Object.keys(files).filter(wanted), (name) => store.get(name, join(folder, name)));
}
