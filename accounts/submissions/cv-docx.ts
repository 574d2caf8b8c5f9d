/**
 * Checks that a file is a DOCX and nothing else: an archive in which each part matches the directory, without programs, embedded objects, or
 * external content that Word would fetch.
 */
import { crc32, inflateRawSync } from 'node:zlib';

const maxUnpackedBytes = 60 * 1024 * 1024;
const maxEntries = 500;
/** Deflate reaches about 1000:1 on zeros; text of a word processor stays below 60. */
const maxRatio = 200;

const zipMagic = Buffer.from('PK\u0003\u0004', 'latin1');
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');

interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  encrypted: boolean;
  offset: number;
}

/** Reads the central directory. @returns null for anything that is not one plain archive from the first byte to the last. */
function readZipEntries(bytes: Buffer): ZipEntry[] | null {
  if (!bytes.subarray(0, 4).equals(zipMagic)) return null;
  const end = bytes.lastIndexOf(zipEnd);
  if (end < 0 || end + 22 > bytes.length || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return null;
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const start = bytes.readUInt32LE(end + 16);
  if (count > maxEntries || start + size !== end) return null;
  const entries: ZipEntry[] = [];
  let position = start;
  for (let index = 0; index < count; index += 1) {
    if (position + 46 > end || bytes.readUInt32LE(position) !== 0x02014b50) return null;
    const nameLength = bytes.readUInt16LE(position + 28);
    entries.push({
      name: bytes.subarray(position + 46, position + 46 + nameLength).toString('utf8'),
      method: bytes.readUInt16LE(position + 10),
      crc: bytes.readUInt32LE(position + 16),
      packed: bytes.readUInt32LE(position + 20),
      unpacked: bytes.readUInt32LE(position + 24),
      encrypted: (bytes.readUInt16LE(position + 8) & 1) === 1,
      offset: bytes.readUInt32LE(position + 42),
    });
    position += 46 + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32);
  }
  return position === end ? entries : null;
}

/** Unpacks one part. @returns null when it differs from the directory, for example in name, length or checksum. */
function unpack(bytes: Buffer, entry: ZipEntry): Buffer | null {
  const { offset, name, method, packed, unpacked: length, crc } = entry;
  if (offset + 30 > bytes.length || !bytes.subarray(offset, offset + 4).equals(zipMagic)) return null;
  const nameLength = bytes.readUInt16LE(offset + 26);
  if (
    bytes.subarray(offset + 30, offset + 30 + nameLength).toString('utf8') !== name ||
    bytes.readUInt16LE(offset + 8) !== method
  )
    return null;
  const start = offset + 30 + nameLength + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length !== packed || (method !== 0 && method !== 8)) return null;
  try {
    const part = method === 0 ? content : inflateRawSync(content, { maxOutputLength: length + 1 });
    return part.length === length && crc32(part) === crc ? part : null;
  } catch {
    return null;
  }
}

/** First bytes of files that do not belong in a CV: programs, scripts, OLE objects, other archives and documents. */
const foreignMagics = [
  '4d5a',
  '7f454c46',
  'd0cf11e0a1b11ae1',
  '504b0304',
  '2321',
  '25504446',
  'feedface',
  'cffaedfe',
  '52617221',
  '377abcaf',
].map((hex) => Buffer.from(hex, 'hex'));

const relationship = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;

/** When a document opens, Word loads what its relationships name, except a link, which needs a click, and a local template, which is not fetched. */
function fetchesNothing(relations: string): boolean {
  const found = [...relations.matchAll(relationship)];
  if (found.length !== [...relations.matchAll(/<(?:[\w.-]+:)?Relationship[\s/>]/g)].length) return false;
  return found.every(([, attributeText = '']) => {
    const attributes = new Map(
      [...attributeText.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
        ([, name = '', double, single]) => [name, double ?? single ?? ''],
      ),
    );
    const [type = '', target = '', mode = 'Internal'] = ['Type', 'Target', 'TargetMode'].map((name) =>
      attributes.get(name),
    );
    if (
      /&#|%2e%2e/i.test(type + mode) ||
      /\/(?:oleObject|package|control|activeX\w*|aFChunk|subDocument|vbaProject|frame)$/i.test(type)
    )
      return false;
    if (mode === 'Internal') return true;
    if (type.endsWith('/hyperlink')) return /^(?:https?:|mailto:|tel:|#)/i.test(target);
    return type.endsWith('/attachedTemplate') && /^file:\/\/\/[A-Za-z]:[\\/]/.test(target);
  });
}

/** Checks that no field starts a program or fetches a file. Word joins a field from pieces of text, so this function joins them too. */
function startsNothing(document: string): boolean {
  const instructions = [...document.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(([, text]) => text).join('');
  const simple = [...document.matchAll(/w:instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(([, double, single]) => double ?? single)
    .join('\n');
  return !/DDE(?:AUTO)?\b|INCLUDE(?:TEXT|PICTURE)\b|&#/i.test(`${instructions}\n${simple}`);
}

function isHarmless({ name }: ZipEntry, part: Buffer): boolean {
  if (foreignMagics.some((magic) => part.subarray(0, magic.length).equals(magic))) return false;
  if (!/\.(?:xml|rels)$/i.test(name)) return true;
  // The patterns would not find the same text in another encoding, or written with entities.
  if (part.includes(0) || part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) return false;
  const text = part.toString('utf8');
  if (/\.rels$/i.test(name)) return fetchesNothing(text);
  if (name === '[Content_Types].xml') return !/macroEnabled|vbaProject|oleObject|activeX/i.test(text);
  return startsNothing(text);
}

export function isDocx(bytes: Buffer): boolean {
  const entries = readZipEntries(bytes);
  if (!entries) return false;
  const names = new Set(entries.map((entry) => entry.name));
  // Refuse duplicate names: one program reads the first part, another the last.
  if (names.size !== entries.length || !names.has('[Content_Types].xml') || !names.has('word/document.xml'))
    return false;
  const unsafe = (entry: ZipEntry) =>
    entry.encrypted ||
    /vbaProject|(?:^|\/)embeddings\/|(?:^|\/)activeX\/|\.(?:exe|dll|js|vbs|bat|cmd|ps1|html?|hta|lnk|scr|ole)$/i.test(
      entry.name,
    ) ||
    entry.name.includes('..') ||
    entry.name.startsWith('/') ||
    entry.offset >= bytes.length ||
    entry.packed > bytes.length ||
    entry.unpacked > Math.max(entry.packed, 1024) * maxRatio;
  if (entries.some(unsafe) || entries.reduce((sum, entry) => sum + entry.unpacked, 0) > maxUnpackedBytes) return false;
  return entries.every((entry) => {
    const part = unpack(bytes, entry);
    return part !== null && isHarmless(entry, part);
  });
}
