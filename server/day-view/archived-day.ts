/** What an address answered at a past moment, from the archive. */
import type { ArchiveReader, DatedEntry } from '../archive/store/archive-reader.ts';

export type ArchivedAnswer =
  | { kind: 'page'; html: string; entry: DatedEntry }
  | { kind: 'redirect'; to: string }
  /** `removed`: the time of the bytes was over. */
  | { kind: 'gone' | 'removed'; entry: DatedEntry }
  | { kind: 'unknown' };

/** @param address without parameters. @param moment milliseconds since 1970. @throws when the archive cannot be read. */
export async function readArchivedAnswer(
  reader: ArchiveReader,
  address: string,
  moment: number,
): Promise<ArchivedAnswer> {
  const entry = await reader.findAt(address, moment);
  if (!entry) return { kind: 'unknown' };
  if (entry.kind === 'page') {
    const bytes = await reader.readBytes(entry);
    return bytes ? { kind: 'page', html: bytes.toString('utf8'), entry } : { kind: 'removed', entry };
  }
  if (entry.kind !== 'redirect') return { kind: 'gone', entry };
  const { text } = await reader.readText(entry);
  return text === null ? { kind: 'removed', entry } : { kind: 'redirect', to: text };
}

/** Reads a picture, script or font that this site no longer has. Its address names its content, so the moment does not matter. */
export async function readArchivedFile(reader: ArchiveReader, address: string): Promise<Buffer | null> {
  const entry = await reader.findAt(address, Date.now());
  return entry?.kind === 'file' ? reader.readBytes(entry) : null;
}
