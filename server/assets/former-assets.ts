/**
 * Keeps hashed assets of earlier builds for 30 days after the release that replaced them: a page opened before that release requests chunks that
 * the new build no longer has (R60, R61). They are stored in the data folder, because a release replaces everything else, and read on request
 * (`other-build-assets.ts`): so the number of releases does not slow the start.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { StaticFile } from './static-files.ts';

const keepMs = 30 * 24 * 60 * 60 * 1000;

/** Builds by id: their files, and when (in ms since 1970) another build replaced them; null for the current one. */
const records = v.record(
  v.string(),
  v.object({ files: v.array(v.pipe(v.string(), v.regex(/^[\w.-]+$/))), replacedAt: v.nullable(v.number()) }),
);
type Records = v.InferOutput<typeof records>;

function readRecords(file: string): Records {
  if (!existsSync(file)) return {};
  try {
    return v.parse(records, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A crash may leave half a file. `updateFolder` stores this build's assets again; those of older builds are lost.
    return {};
  }
}

/** Reads the names of all files in the list of builds. @param list path of the list. */
export function readKeptNames(list: string): Set<string> {
  return new Set(Object.values(readRecords(list)).flatMap((build) => build.files));
}

/** Selects the files with a hash in their name: the content of any other could change under the same name. */
function selectHashedFiles(assets: ReadonlyMap<string, StaticFile>): [name: string, file: StaticFile][] {
  return [...assets]
    .filter(([address]) => /^\/assets\/.*-[\w-]{8}\.\w+$/.test(address))
    .map(([address, file]) => [basename(address), file]);
}

/** Writes to a temporary name and then renames, so that a file cut short by a full disk is never served. */
function writeWhole(file: string, content: Buffer | string): void {
  try {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    throw error;
  }
}

/** Where `keepAssets` stores each of a build's assets, by address. */
export function listKeptFiles(folder: string, assets: ReadonlyMap<string, StaticFile>): Map<string, string> {
  return new Map(selectHashedFiles(assets).map(([name]) => [`/assets/${name}`, join(folder, name)]));
}

/**
 * Stores this build's assets and deletes those of builds replaced more than 30 days ago.
 * @param now milliseconds since 1970.
 * @param onFault called when the folder cannot be written; the assets in it are still served.
 */
export function keepAssets(
  folder: string,
  buildId: string,
  assets: ReadonlyMap<string, StaticFile>,
  now = Date.now(),
  onFault: (error: unknown) => void = () => undefined,
): void {
  try {
    mkdirSync(folder, { recursive: true });
    updateFolder(folder, { buildId, current: selectHashedFiles(assets), now });
  } catch (error) {
    onFault(error);
  }
}

interface Release {
  buildId: string;
  current: [name: string, file: StaticFile][];
  now: number;
}

function updateFolder(folder: string, { buildId, current, now }: Release): void {
  const list = join(folder, 'builds.json');
  const previous = readRecords(list);
  for (const [name, file] of current) {
    if (!existsSync(join(folder, name))) writeWhole(join(folder, name), file.identity);
  }
  const next: Records = { [buildId]: { files: current.map(([name]) => name), replacedAt: null } };
  for (const [id, build] of Object.entries(previous)) {
    const replacedAt = build.replacedAt ?? now;
    if (id !== buildId && now - replacedAt < keepMs) next[id] = { ...build, replacedAt };
  }
  const needed = new Set(Object.values(next).flatMap((build) => build.files));
  writeWhole(list, JSON.stringify(next));
  for (const name of Object.values(previous).flatMap((build) => build.files)) {
    if (!needed.has(name)) rmSync(join(folder, name), { force: true });
  }
}
