/** `manifest.json` of a back-up: every file with its checksum, every table with its count and digest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const tables = v.record(v.string(), v.object({ rows: v.number(), digest: v.string() }));
const database = v.object({ kind: v.picklist(['sqlite', 'postgres']), file: v.string(), tables });
const shape = v.object({
  format: v.literal(1),
  /** ISO time. The back-up contains everything that was acknowledged before it. */
  startedAt: v.string(),
  finishedAt: v.string(),
  /** Null in back-ups of former releases, when the database did not exist yet. */
  accounts: v.nullable(database),
  archive: v.optional(v.nullable(database), null),
  cms: v.nullable(database),
  /** Paths relative to the back-up, without the manifest itself. */
  files: v.record(
    v.pipe(v.string(), v.regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0\\]+$/)),
    v.object({ bytes: v.number(), sha256: v.string() }),
  ),
  secrets: v.boolean(),
  /** CVs are in an S3-compatible store, and not in this back-up. */
  cvsInStore: v.boolean(),
});
export type Manifest = v.InferOutput<typeof shape>;
export type DumpedDatabase = v.InferOutput<typeof database>;

export const manifestName = 'manifest.json';

/** Reads the manifest. @throws with a message for the user when the folder is not a complete back-up. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), 'utf8');
  } catch {
    throw new Error(`${folder} is not a back-up: it has no ${manifestName}.`);
  }
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
  if (!read.success) throw new Error(`${join(folder, manifestName)} cannot be read as a manifest.`);
  return read.output;
}
