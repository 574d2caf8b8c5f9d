/**
 * Whether a file is what it says, by its content. A file that is two things at once is refused: a PDF that is also an archive, an archive with
 * something before or after it. So are macros, and archives that would unpack to far more than they weigh. Nothing is ever unpacked.
 */
import { open } from 'node:fs/promises';

export type CvKind = 'pdf' | 'doc' | 'docx';

export interface CheckedCv {
  kind: CvKind;
  contentType: string;
}

const contentTypes: Record<CvKind, string> = {
  pdf: 'application/pdf', doc: 'application/msword', docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export const maxCvBytes = 5 * 1024 * 1024;
const maxUnpackedBytes = 60 * 1024 * 1024;
const maxEntries = 500;
/** Deflate reaches about 1000:1 on zeros; text of a word processor stays below 60. */
const maxRatio = 200;

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipMagic = Buffer.from('PK\u0003\u0004', 'latin1');
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Active content that a CV has no use for. Names in a PDF may be written with escapes, `/J#61vaScript`. */
const activePdf = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA'];

/**
 * A PDF without what its streams hold: in compressed bytes short names come up by chance, in one of fourteen files of 1 MB. What does not end,
 * or holds the beginning of an object, is no stream and stays. One pass, so that the time grows only with the length.
 */
function withoutStreams(pdf: string): string {
  const kept: string[] = [];
  let at = 0;
  let opened = -1;
  for (const { 0: found, index } of pdf.matchAll(/>>\s*stream\r?\n|endstream|\d\s+obj\b/g)) {
    if (found.startsWith('>>')) {
      if (opened < 0) opened = index + found.length;
    } else {
      if (opened >= 0 && found === 'endstream') {
        kept.push(pdf.slice(at, opened));
        at = index;
      }
      opened = -1;
    }
  }
  kept.push(pdf.slice(at));
  return kept.join('');
}

/** By byte: the value of a hexadecimal digit, -1 for anything else. */
const hexValues = Int8Array.from({ length: 256 }, (_, byte) => (/[0-9a-f]/i.test(String.fromCharCode(byte)) ? Number.parseInt(String.fromCharCode(byte), 16) : -1));
const hexValue = (byte: number | undefined) => hexValues[byte ?? 0] ?? -1;

/** Byte by byte and in place: a file of nothing but escapes would otherwise hold up the process for a second. */
function unescapedNames(pdf: string): string {
  const bytes = Buffer.from(pdf, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const [high, low] = bytes[at] === 0x23 ? [hexValue(bytes[at + 1]), hexValue(bytes[at + 2])] : [-1, -1];
    const escaped = high >= 0 && low >= 0;
    bytes[length] = escaped ? high * 16 + low : bytes[at] ?? 0;
    if (escaped) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

function isPdf(bytes: Buffer): boolean {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return false;
  const text = bytes.toString('latin1');
  if (text.lastIndexOf('%%EOF') < text.length - 1024 || text.includes('PK\u0005\u0006') || bytes.includes(oleMagic)) return false;
  const names = unescapedNames(withoutStreams(text));
  return !activePdf.some((name) => new RegExp(`${name}(?![A-Za-z0-9])`).test(names));
}

function isDoc(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(oleMagic) || bytes.includes(zipEnd)) return false;
  // The folder's name is padded with zeros; text may speak of macros.
  return bytes.includes(utf16('WordDocument')) && !bytes.includes(utf16('_VBA_PROJECT')) && !bytes.includes(utf16('Macros\u0000\u0000'));
}

interface ZipEntry {
  name: string;
  packed: number;
  unpacked: number;
  encrypted: boolean;
  offset: number;
}

/** The central directory, or null for anything that is not one plain archive from the first byte to the last. */
function zipEntries(bytes: Buffer): ZipEntry[] | null {
  if (!bytes.subarray(0, 4).equals(zipMagic)) return null;
  const end = bytes.lastIndexOf(zipEnd);
  if (end < 0 || end + 22 > bytes.length || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return null;
  const count = bytes.readUInt16LE(end + 10);
  const size = bytes.readUInt32LE(end + 12);
  const start = bytes.readUInt32LE(end + 16);
  if (count > maxEntries || start + size !== end) return null;
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8'), packed: bytes.readUInt32LE(at + 20), unpacked: bytes.readUInt32LE(at + 24),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1, offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at === end ? entries : null;
}

function isDocx(bytes: Buffer): boolean {
  const entries = zipEntries(bytes);
  if (!entries) return false;
  const names = new Set(entries.map((entry) => entry.name));
  // The same name twice: one program reads the first, another the last.
  if (names.size !== entries.length || !names.has('[Content_Types].xml') || !names.has('word/document.xml')) return false;
  const unsafe = (entry: ZipEntry) => entry.encrypted || /vbaProject|\.(?:exe|dll|js|vbs|bat|cmd|ps1|html?|hta|lnk|scr)$/i.test(entry.name)
    || entry.name.includes('..') || entry.name.startsWith('/') || entry.offset >= bytes.length || entry.packed > bytes.length || entry.unpacked > Math.max(entry.packed, 1024) * maxRatio;
  return !entries.some(unsafe) && entries.reduce((sum, entry) => sum + entry.unpacked, 0) <= maxUnpackedBytes;
}

const checks: Record<CvKind, (bytes: Buffer) => boolean> = { pdf: isPdf, doc: isDoc, docx: isDocx };

/** @param fileName the sender's name for it, of which only the ending counts. @returns null when content and name do not agree on an accepted kind. */
export async function checkCv(path: string, fileName: string): Promise<CheckedCv | null> {
  const ending = /\.(pdf|docx?)$/i.exec(fileName)?.[1]?.toLowerCase() as CvKind | undefined;
  if (!ending) return null;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxCvBytes || size < 100) return null;
    return checks[ending](await file.readFile()) ? { kind: ending, contentType: contentTypes[ending] } : null;
  } finally {
    await file.close();
  }
}
