/**
 * A back-up in an S3-compatible store: the folder of a back-up, an object for each file. The manifest is uploaded last; a folder without a manifest
 * is not a back-up.
 */
import { join } from 'node:path';
import { type Manifest, manifestName, readManifest } from './manifest.ts';
import { type ObjectStore, largestFile } from './object-store.ts';

const together = 4;

/** Runs the work for each item, some at the same time. The first failure ends it, once those under way have ended. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift())
        await work(item).catch((error: unknown) => failures.push(error));
    }),
  );
  if (failures.length > 0) throw failures[0];
}

/** @throws when something is there already: each back-up has a place of its own. Also finds a wrong key before a back-up is made. */
export async function claimPlace(store: ObjectStore): Promise<void> {
  if ((await store.list()).length > 0)
    throw new Error(`${store.address.shown} is not empty. Each back-up gets a name of its own.`);
}

/** @throws with a sentence. Then there is no manifest, and what was stored has been removed, or the sentence says that it could not be. */
export async function storeBackup(store: ObjectStore, folder: string, manifest: Manifest): Promise<void> {
  const names = Object.keys(manifest.files);
  const tooLarge = names.find((name) => (manifest.files[name]?.bytes ?? 0) > largestFile);
  if (tooLarge)
    throw new Error(`${tooLarge} is larger than the ${largestFile / 1024 ** 3} GB that go into one object.`);
  const begun = new Set<string>();
  try {
    await forEach(names, async (name) => {
      begun.add(name);
      await store.put(name, join(folder, name));
    });
    const stored = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]));
    for (const [name, { bytes }] of Object.entries(manifest.files))
      if (stored.get(name) !== bytes)
        throw new Error(
          `The store has ${stored.get(name) ?? 'no'} bytes of ${name} instead of ${bytes}. Look at its log.`,
        );
    begun.add(manifestName);
    await store.put(manifestName, join(folder, manifestName));
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const left = await forEach([manifestName, ...begun], (name) => store.remove(name)).then(
      () => '',
      () =>
        `\nWhat was stored before could not be removed. It is no back-up; remove it yourself: ${store.address.shown}/`,
    );
    throw new Error(`There is no new back-up. ${sentence}${left}`, { cause: error });
  }
}

/**
 * Copies a back-up into an empty folder. The caller compares the checksums.
 * @param wanted names of files; by default all.
 * @throws with a sentence for each object that is missing or has another size, before any is copied.
 */
export async function fetchBackup(
  store: ObjectStore,
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<void> {
  const { shown } = store.address;
  const stored = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]));
  if (!stored.has(manifestName)) throw new Error(`${shown} is no back-up: it has no ${manifestName}.`);
  await store.get(manifestName, join(folder, manifestName));
  const { files } = readManifest(folder);
  const wrong = Object.entries(files).flatMap(([name, { bytes }]) => {
    const there = stored.get(name);
    if (there === undefined) return [`${name} is missing.`];
    return there === bytes ? [] : [`${name} has ${there} bytes instead of ${bytes}.`];
  });
  for (const name of stored.keys())
    if (name !== manifestName && !files[name]) wrong.push(`${name} is not in the manifest.`);
  if (wrong.length > 0)
    throw new Error(`${wrong.join('\n')}\n${shown} is not whole. Nothing was changed here; use the back-up before it.`);
  await forEach(Object.keys(files).filter(wanted), (name) => store.get(name, join(folder, name)));
}
