/** Writes `objects.jsonl`: for an object storage that serves a site, each object's key, file and headers, or where it redirects. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copies } from './export-site.ts';

/** Keys are addresses without the first slash; a page's has no `index.html`, as people ask for it. */
export async function writeObjectList(folder: string, copies: Copies): Promise<void> {
  const rows = Object.entries(copies).map(([address, { file, to, status, headers }]) =>
    JSON.stringify({
      key: address.slice(1),
      ...(to === null ? { file: `files/${file ?? ''}`, headers } : { status, to }),
    }),
  );
  await writeFile(join(folder, 'objects.jsonl'), `${rows.join('\n')}\n`);
}
