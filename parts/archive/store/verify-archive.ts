/** Finds a byte that was changed: every text is hashed again, every entry is compared with its leaf, and the leaves with the tree above them. */
import { type ArchiveEntry, hashEntry } from './archive-entry.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { TreeEdge, type TreeHead, readRoot, splitTile, tileWidth } from './merkle-tree.ts';
import { hashBytes } from './page-pieces.ts';

/** Entries that are read together. */
const entriesAtOnce = tileWidth;

export interface Expected {
  /** Heads that were kept elsewhere: the archive must begin with what each covers. */
  heads?: readonly TreeHead[];
  /** Compares an entry with what it is about and is kept elsewhere. @returns a sentence for a fault. */
  compare?: (entry: ArchiveEntry, text: string) => Promise<string | null>;
}

/** Yields one sentence for each fault. */
export async function* verifyArchive(
  reader: ArchiveReader,
  { heads = [], compare }: Expected = {},
): AsyncGenerator<string, TreeHead, void> {
  let head: TreeHead;
  try {
    head = await reader.readHead();
  } catch (error) {
    yield String(error);
    head = { size: 0, root: Buffer.alloc(0) };
  }
  const edge = await TreeEdge.read(0, async () => undefined);
  const upper = new Map<string, Buffer>();
  let expected = 0;
  for (;;) {
    // The head does not cover what is added meanwhile.
    const entries = await reader.readLog(expected, Math.min(entriesAtOnce, head.size - expected));
    if (entries.length === 0) break;
    const stored = splitTile((await reader.readTile(0, Math.floor(expected / tileWidth))) ?? Buffer.alloc(0));
    const leaves: Buffer[] = [];
    for (const entry of entries) {
      const { seq } = entry;
      if (seq !== expected + leaves.length) {
        yield `Entry ${expected + leaves.length} is missing.`;
        return head;
      }
      const leaf = stored[seq % tileWidth] ?? Buffer.alloc(0);
      leaves.push(leaf);
      try {
        const { bytes, context } = await reader.read(entry);
        // Its time was over: of what it said, only the leaf is left.
        if (bytes === null) continue;
        if (!leaf.equals(hashEntry(entry))) yield `Entry ${seq} (${entry.subject}) is not what was written.`;
        if (!hashBytes(bytes).equals(entry.hash)) yield `What ${entry.subject} was at entry ${seq} was changed.`;
        if (entry.context && !hashBytes(JSON.stringify(context)).equals(entry.context))
          yield `The origin of ${entry.subject} at entry ${seq} was changed.`;
        const fault =
          entry.kind === 'ledger' || entry.kind === 'consent' ? await compare?.(entry, bytes.toString()) : null;
        if (fault) yield `Entry ${seq}: ${fault}`;
      } catch (error) {
        yield `${entry.subject}: ${error instanceof Error ? error.message : String(error)}`;
      }
    }
    for (const { level, index, hashes } of edge.append(leaves)) upper.set(`${level} ${index}`, hashes);
    expected += entries.length;
  }
  for (const [key, hashes] of upper) {
    const [level = 0, index = 0] = key.split(' ').map(Number);
    const stored = (await reader.readTile(level, index)) ?? Buffer.alloc(0);
    const isGrown = stored.length > hashes.length && (await reader.readSize()) > head.size;
    if (!stored.subarray(0, isGrown ? hashes.length : undefined).equals(hashes))
      yield `Tile ${index} of level ${level} was changed.`;
  }
  if (expected !== head.size) yield `The log has ${expected} entries; its tree covers ${head.size}.`;
  for (const kept of heads)
    if (
      kept.size > expected ||
      !(await readRoot(kept.size, async (level, index) => upper.get(`${level} ${index}`))).equals(kept.root)
    )
      yield `The archive does not begin with the ${kept.size} entries of the head that was kept.`;
  return head;
}
