/** Checks that a file is a PDF and nothing else, without active content in its plain objects and in those inside its object streams. */
import { inflateSync } from 'node:zlib';

/** Active content that a CV does not need. Names in a PDF may be written with escapes, `/J#61vaScript`. */
const activeNames = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA'];

/**
 * Removes the content of a PDF's streams: in compressed bytes short names occur by chance, in one of fourteen files of 1 MB. A stream that does not
 * end, or contains the beginning of an object, does not count as a stream and stays. The function makes one pass, so that the time is linear in the length.
 */
function removeStreams(pdf: string): string {
  const parts: string[] = [];
  let at = 0;
  let opened = -1;
  for (const { 0: found, index } of pdf.matchAll(/>>\s*stream\r?\n|endstream|\d\s+obj\b/g)) {
    if (found.startsWith('>>')) {
      if (opened < 0) opened = index + found.length;
    } else {
      if (opened >= 0 && found === 'endstream') {
        parts.push(pdf.slice(at, opened));
        at = index;
      }
      opened = -1;
    }
  }
  parts.push(pdf.slice(at));
  return parts.join('');
}

/** For each byte the value of its hexadecimal digit, -1 for anything else. */
const hexValues = Int8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-f]/i.test(String.fromCharCode(byte)) ? Number.parseInt(String.fromCharCode(byte), 16) : -1,
);
const readHexDigit = (byte: number | undefined) => hexValues[byte ?? 0] ?? -1;

/** Decodes escaped names, byte by byte and in place: otherwise a file full of escapes would block the process for a second. */
function unescapeNames(pdf: string): string {
  const bytes = Buffer.from(pdf, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const [high, low] = bytes[at] === 0x23 ? [readHexDigit(bytes[at + 1]), readHexDigit(bytes[at + 2])] : [-1, -1];
    const escaped = high >= 0 && low >= 0;
    bytes[length] = escaped ? high * 16 + low : (bytes[at] ?? 0);
    if (escaped) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

/** White space between two tokens. Comments separate tokens too, and are removed before. */
const gap = String.raw`[\s\0]*`;
/** Inside object streams a name may be part of a text or an address, `…/JavaScript`, so it counts only where it has an effect. */
const activePatterns = [
  String.raw`/S${gap}/(?:JavaScript|Launch|ImportData|GoToE|Rendition|Movie)(?![A-Za-z0-9])`,
  String.raw`/JS${gap}[(<\d]`,
  String.raw`(?:^|\s)/(?:JavaScript|Launch)(?=\s|$)`,
  String.raw`/(?:JavaScript|EmbeddedFiles?|XFA|EF)${gap}(?:\d|<|\[)`,
  String.raw`/Type${gap}/EmbeddedFile`,
  String.raw`/RichMedia(?![A-Za-z0-9])`,
].map((pattern) => new RegExp(pattern));

/** Bytes of all unpacked object streams together; those of a CV have some kilobytes. */
const maxUnpackedBytes = 8 * 1024 * 1024;

/** Reads the dictionary and the content of each stream, from the object's beginning to `endstream`. */
function* readStreams(pdf: string): Generator<{ dictionary: string; content: string }> {
  let object = 0;
  let opened: { dictionary: string; at: number } | null = null;
  for (const { 0: found, index } of pdf.matchAll(/>>\s*stream\r?\n|endstream|\d\s+obj\b/g)) {
    if (found.startsWith('>>'))
      opened ??= { dictionary: unescapeNames(pdf.slice(object, index + 2)), at: index + found.length };
    else if (found === 'endstream') {
      if (opened) yield { dictionary: opened.dictionary, content: pdf.slice(opened.at, index) };
      opened = null;
    } else if (!opened) object = index;
  }
}

function isObjectStream(dictionary: string): boolean {
  return (
    /\/ObjStm(?![A-Za-z0-9])/.test(dictionary) ||
    (/\/First(?![A-Za-z0-9])/.test(dictionary) && /\/N(?![A-Za-z0-9])/.test(dictionary))
  );
}

/** Unpacks the object streams. @returns null when one is packed in a way that no program uses, or unpacks to too much. */
function readHiddenObjects(pdf: string): string[] | null {
  const objects: string[] = [];
  let bytesLeft = maxUnpackedBytes;
  for (const { dictionary, content } of readStreams(pdf)) {
    if (!isObjectStream(dictionary)) continue;
    const filters = [...dictionary.matchAll(/\/(\w*Decode|Crypt)(?![A-Za-z0-9])/g)].map(([, name]) => name);
    if (
      filters.length > 1 ||
      (filters[0] ?? 'FlateDecode') !== 'FlateDecode' ||
      /\/(?:DecodeParms|F)(?![A-Za-z0-9])/.test(dictionary)
    )
      return null;
    if (filters.length === 0 && dictionary.includes('/Filter')) return null;
    try {
      const bytes = Buffer.from(content, 'latin1');
      const text =
        filters.length === 0 ? content : inflateSync(bytes, { maxOutputLength: bytesLeft }).toString('latin1');
      bytesLeft -= text.length;
      if (bytesLeft <= 0) return null;
      objects.push(unescapeNames(text));
    } catch {
      return null;
    }
  }
  return objects;
}

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Checks the text with comments and without: a percent sign inside a string does not begin a comment. */
function isActive(objects: string): boolean {
  return [objects, objects.replace(/%[^\r\n]*/g, '')].some((text) =>
    activePatterns.some((pattern) => pattern.test(text)),
  );
}

export function isPdf(bytes: Buffer): boolean {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return false;
  const text = bytes.toString('latin1');
  if (text.lastIndexOf('%%EOF') < text.length - 1024 || text.includes('PK\u0005\u0006') || bytes.includes(oleMagic))
    return false;
  const names = unescapeNames(removeStreams(text));
  // An encrypted PDF cannot be checked here, nor read at the desk without its password.
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names)) return false;
  if (activeNames.some((name) => new RegExp(`${name}(?![A-Za-z0-9])`).test(names))) return false;
  return readHiddenObjects(text)?.every((objects) => !isActive(objects)) ?? false;
}
