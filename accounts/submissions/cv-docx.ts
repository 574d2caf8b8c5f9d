/**
 * Checks that a file is a DOCX and nothing else: an archive in which each part matches the directory, without programs, embedded objects, or
 * external content that Word would fetch.
 */
import { posix } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import type { SaxesTagNS } from 'saxes';
import { RefusedCv } from './refused-cv.ts';
import { readXml } from './cv-xml.ts';

const maxUnpackedBytes = 60 * 1024 * 1024;
/** Limit for all XML parts together. Those of a CV have some hundred kilobytes, and 20 MB take two seconds to read. */
const maxXmlBytes = 20 * 1024 * 1024;
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

/** Reads the directory of an archive. @returns its entries, or null for anything that is not one plain archive from the first byte to the last. */
function readZipEntries(bytes: Buffer): ZipEntry[] | null {
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
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return at === end ? entries : null;
}

/** @returns the unpacked part. @throws when it differs from the directory, for example in name, length or checksum. */
function unpack(bytes: Buffer, entry: ZipEntry): Buffer {
  const { offset, name, method, packed, unpacked: length, crc } = entry;
  const nameStart = offset + 30;
  const nameEnd = nameStart + bytes.readUInt16LE(offset + 26);
  const start = nameEnd + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + packed);
  const isSame =
    bytes.subarray(offset, offset + 4).equals(zipMagic) &&
    bytes.subarray(nameStart, nameEnd).toString('utf8') === name &&
    bytes.readUInt16LE(offset + 8) === method &&
    content.length === packed &&
    (method === 0 || method === 8);
  const part = isSame && method === 8 ? inflateRawSync(content, { maxOutputLength: length + 1 }) : content;
  if (!isSame || part.length !== length || crc32(part) !== crc) throw new Error('A part differs from the directory.');
  return part;
}

/** First bytes of files that do not belong in a CV: programs, scripts, OLE objects, other archives and documents. */
const foreign = [
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

/**
 * Whether a part is a picture, a font or the settings of a printer, by its content type. All other parts must be XML, and a picture that begins as XML is
 * read as such.
 */
function isMedia(type: string, part: Buffer): boolean {
  if (/^application\/(?:x-font[\w-]*|vnd\.openxmlformats-.*\.(?:obfuscatedFont|printerSettings))$/i.test(type))
    return true;
  return (
    /^image\/(?!svg)/.test(type) &&
    !/^(?:[\s\0]|\xef\xbb\xbf|\xff\xfe|\xfe\xff)*</.test(part.toString('latin1', 0, 100))
  );
}

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const activeType = /macroEnabled|vbaProject|vbaData|oleObject|activeX/i;
const activeRelation = /\/(?:oleObject|package|control|activeX\w*|aFChunk|subDocument|vbaProject|wordVbaData|frame)$/i;
/** Matches links that would start a program or script with one click. */
const runningLink = /^[\s\0]*(?:javascript|vbscript|data|mhtml|shell|search|ms-[\w-]+|search-ms):/i;

interface Relation {
  type: string;
  target: string;
}

const readAttribute = ({ attributes }: SaxesTagNS, name: string) => attributes[name]?.value;

/**
 * When a document opens, Word loads what its relationships name, except a link, which needs a click, and a local template, which is not fetched.
 * @throws RefusedCv for a relationship that would load something.
 */
function readRelation(element: SaxesTagNS): Relation {
  const [type = '', target = '', mode = 'Internal'] = ['Type', 'Target', 'TargetMode'].map((name) =>
    readAttribute(element, name),
  );
  if (activeRelation.test(type)) throw new RefusedCv('cvActive');
  if (mode === 'Internal') return { type, target };
  const isHarmless = type.endsWith('/hyperlink')
    ? !runningLink.test(target)
    : type.endsWith('/attachedTemplate') && /^file:\/\/\/[A-Za-z]:[\\/]/.test(target);
  if (mode !== 'External' || !isHarmless) throw new RefusedCv('cvExternal');
  return { type, target };
}

/** Separates a field from the next. */
const fieldMark = '\u0001';
/** Fields that start a program or load a file: these names are refused anywhere in an instruction, those below only as the name of a field. */
const activeField = /DDE(?:AUTO)?\b|INCLUDE(?:TEXT|PICTURE)\b/i;
const activeFieldName = /(?:^|\u0001)\s*(?:LINK|EMBED|INCLUDE|IMPORT|DATABASE|MACROBUTTON|HTMLCONTROL|CONTROL|RD)\b/i;

/**
 * Checks the XML of a part. Word joins a field from pieces of text, so this function joins them too.
 * @returns the relationships that the part defines.
 * @throws when it is not well-formed, RefusedCv when it starts or loads something.
 */
function checkXml(part: Buffer): Relation[] {
  const relations: Relation[] = [];
  let instructions = '';
  let inside = 0;
  readXml(part, {
    element(element) {
      const { local } = element;
      if (local === 'Relationship') relations.push(readRelation(element));
      if (local === 'fldChar') instructions += fieldMark;
      if (local === 'instrText' || local === 'delInstrText') inside += 1;
      if (local === 'fldSimple')
        for (const { local: name, value } of Object.values(element.attributes))
          if (name === 'instr') instructions += `${fieldMark}${value}${fieldMark}`;
    },
    elementEnd({ local }) {
      if (local === 'instrText' || local === 'delInstrText') inside -= 1;
    },
    text(text) {
      if (inside > 0) instructions += text;
    },
  });
  if (activeField.test(instructions.replaceAll(fieldMark, '')) || activeFieldName.test(instructions))
    throw new RefusedCv('cvActive');
  return relations;
}

/** @returns the content type of a part, as `[Content_Types].xml` tells it. @throws RefusedCv when one of them is active. */
function readContentTypes(part: Buffer): (name: string) => string {
  const types = new Map<string, string>();
  readXml(part, {
    element(element) {
      const type = readAttribute(element, 'ContentType');
      if (type === undefined) return;
      if (activeType.test(type)) throw new RefusedCv('cvActive');
      const key = readAttribute(element, 'PartName') ?? `.${readAttribute(element, 'Extension') ?? ''}`;
      if (types.has(key.toLowerCase())) throw new Error('A part has two types.');
      types.set(key.toLowerCase(), type);
    },
  });
  return (name) => types.get(`/${name.toLowerCase()}`) ?? types.get(posix.extname(name).toLowerCase()) ?? '';
}

/** Checks a DOCX. @throws RefusedCv, or another error for a file that is no DOCX or not understood. */
export function checkDocx(bytes: Buffer): void {
  const entries = readZipEntries(bytes);
  if (!entries) throw new Error('It is not one plain archive.');
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  // Of two parts with the same name, one program reads the first and another the last, so this check could read a harmless one.
  if (names.size !== entries.length) throw new Error('A name stands twice.');
  if (entries.some(({ encrypted }) => encrypted)) throw new RefusedCv('cvLocked');
  if (entries.some(({ name }) => /vbaProject|(?:^|\/)(?:embeddings|activeX)\//i.test(name)))
    throw new RefusedCv('cvActive');
  const isUnsafe = (entry: ZipEntry) =>
    /\.(?:exe|dll|js|vbs|bat|cmd|ps1|html?|hta|lnk|scr|ole)$|\.\.|^\/|\\/i.test(entry.name) ||
    entry.offset >= bytes.length ||
    entry.packed > bytes.length ||
    entry.unpacked > Math.max(entry.packed, 1024) * maxRatio;
  if (entries.some(isUnsafe) || entries.reduce((sum, entry) => sum + entry.unpacked, 0) > maxUnpackedBytes)
    throw new Error('A part is unsafe.');
  const parts = new Map(entries.map((entry) => [entry.name, () => unpack(bytes, entry)]));
  const read = (name: string) => parts.get(name)?.() ?? Buffer.alloc(0);
  const typeFor = readContentTypes(read('[Content_Types].xml'));
  const main = checkXml(read('_rels/.rels')).filter(({ type }) => type.endsWith('/officeDocument'));
  const mainName = posix.join('/', main[0]?.target ?? '').slice(1);
  if (main.length !== 1 || !parts.has(mainName) || typeFor(mainName) !== mainType)
    throw new Error('It is no document of Word.');
  let room = maxXmlBytes;
  for (const [name, content] of parts) {
    const part = content();
    if (foreign.some((magic) => part.subarray(0, magic.length).equals(magic))) throw new RefusedCv('cvFiles');
    const isFolder = name.endsWith('/') && part.length === 0;
    if (isFolder || isMedia(typeFor(name), part)) continue;
    room -= part.length;
    if (room < 0) throw new Error('Its text is too long.');
    checkXml(part);
  }
}
