/**
 * Hashed assets of earlier builds, kept for 30 days after the release that replaced them: a page that was opened before it asks for
 * chunks that the new build no longer has (R60, R61). They lie in the data folder, because a release replaces everything else.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { type StaticFile, immutable, staticFile } from './static-files.ts';

const keptForMs = 30 * 24 * 60 * 60 * 1000;

/** Builds by id with their files, and when another build took over; null for the one that runs. */
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
    // Half a file after a crash: the assets of this build are written again below, older ones are let go.
    return {};
  }
}

/** Only names with a hash in them: any other content could change under its name. */
function hashedFiles(assets: ReadonlyMap<string, StaticFile>): [name: string, file: StaticFile][] {
  return [...assets]
    .filter(([address]) => /^\/assets\/.*-[\w-]{8}\.\w+$/.test(address))
    .map(([address, file]) => [basename(address), file]);
}

/** A draft and then a name: what a full disk cut short is never served. */
function writeWhole(file: string, content: Buffer | string): void {
  try {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    throw error;
  }
}

/**
 * Writes this build's assets down and forgets what is too old.
 * @param onFault hears that the folder cannot be written: what is in it is served all the same.
 * @returns the assets of earlier builds, by address.
 */
export function keepAssets(
  folder: string,
  buildId: string,
  assets: ReadonlyMap<string, StaticFile>,
  now = Date.now(),
  onFault: (error: unknown) => void = () => undefined,
): Map<string, StaticFile> {
  const list = join(folder, 'builds.json');
  const before = readRecords(list);
  const current = hashedFiles(assets);
  let names = Object.values(before).flatMap((build) => build.files);
  try {
    mkdirSync(folder, { recursive: true });
    names = writeDown(folder, list, { before, buildId, current, now });
  } catch (error) {
    onFault(error);
  }
  const former = names.filter((name) => !assets.has(`/assets/${name}`) && existsSync(join(folder, name)));
  return new Map(
    former.map((name) => [`/assets/${name}`, staticFile(readFileSync(join(folder, name)), name, immutable)]),
  );
}

interface Release {
  before: Records;
  buildId: string;
  current: [name: string, file: StaticFile][];
  now: number;
}

/** @returns the names that are kept. */
function writeDown(folder: string, list: string, { before, buildId, current, now }: Release): string[] {
  for (const [name, file] of current) {
    if (!existsSync(join(folder, name))) writeWhole(join(folder, name), file.identity);
  }
  const after: Records = { [buildId]: { files: current.map(([name]) => name), replacedAt: null } };
  for (const [id, build] of Object.entries(before)) {
    const replacedAt = build.replacedAt ?? now;
    if (id !== buildId && now - replacedAt < keptForMs) after[id] = { ...build, replacedAt };
  }
  const kept = new Set(Object.values(after).flatMap((build) => build.files));
  writeWhole(list, JSON.stringify(after));
  for (const name of Object.values(before).flatMap((build) => build.files)) {
    if (!kept.has(name)) rmSync(join(folder, name), { force: true });
  }
  return [...kept];
}
