/** Whether a PDF is one, and nothing else, and does nothing by itself: neither in its plain objects nor in those that its object streams hold. */
import { inflateSync } from 'node:zlib';

/** Active content that a CV has no use for. Names in a PDF may be written with escapes, `/J#61vaScript`. */
const activeNames = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA'];

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
const hexValues = Int8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-f]/i.test(String.fromCharCode(byte)) ? Number.parseInt(String.fromCharCode(byte), 16) : -1,
);
const hexValue = (byte: number | undefined) => hexValues[byte ?? 0] ?? -1;

/** Byte by byte and in place: a file of nothing but escapes would otherwise hold up the process for a second. */
function unescapedNames(pdf: string): string {
  const bytes = Buffer.from(pdf, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const [high, low] = bytes[at] === 0x23 ? [hexValue(bytes[at + 1]), hexValue(bytes[at + 2])] : [-1, -1];
    const escaped = high >= 0 && low >= 0;
    bytes[length] = escaped ? high * 16 + low : (bytes[at] ?? 0);
    if (escaped) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

/** Space between two tokens. A comment is one too, and is taken away before. */
const gap = String.raw`[\s\0]*`;
/** In what object streams hold names may stand in texts and addresses, `…/JavaScript`: there they count where they do something. */
const activeObjects = [
  String.raw`/S${gap}/(?:JavaScript|Launch|ImportData|GoToE|Rendition|Movie)(?![A-Za-z0-9])`,
  String.raw`/JS${gap}[(<\d]`,
  String.raw`(?:^|\s)/(?:JavaScript|Launch)(?=\s|$)`,
  String.raw`/(?:JavaScript|EmbeddedFiles?|XFA|EF)${gap}(?:\d|<|\[)`,
  String.raw`/Type${gap}/EmbeddedFile`,
  String.raw`/RichMedia(?![A-Za-z0-9])`,
].map((pattern) => new RegExp(pattern));

/** Of all object streams together, in bytes: those of a CV have some kilobytes. */
const mostUnpacked = 8 * 1024 * 1024;

/** Dictionary and content of each stream, from the object's beginning to `endstream`. */
function* streamsOf(pdf: string): Generator<{ dictionary: string; content: string }> {
  let object = 0;
  let opened: { dictionary: string; at: number } | null = null;
  for (const { 0: found, index } of pdf.matchAll(/>>\s*stream\r?\n|endstream|\d\s+obj\b/g)) {
    if (found.startsWith('>>'))
      opened ??= { dictionary: unescapedNames(pdf.slice(object, index + 2)), at: index + found.length };
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

/** What the object streams hold; null when one is packed as no program packs them, or unpacks to too much. */
function hiddenObjects(pdf: string): string[] | null {
  const found: string[] = [];
  let room = mostUnpacked;
  for (const { dictionary, content } of streamsOf(pdf)) {
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
      const text = filters.length === 0 ? content : inflateSync(bytes, { maxOutputLength: room }).toString('latin1');
      room -= text.length;
      if (room <= 0) return null;
      found.push(unescapedNames(text));
    } catch {
      return null;
    }
  }
  return found;
}

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Read without comments, and as it stands as well: a percent sign in a text begins none. */
function isActive(objects: string): boolean {
  return [objects, objects.replace(/%[^\r\n]*/g, '')].some((read) =>
    activeObjects.some((pattern) => pattern.test(read)),
  );
}

export function isPdf(bytes: Buffer): boolean {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') return false;
  const text = bytes.toString('latin1');
  if (text.lastIndexOf('%%EOF') < text.length - 1024 || text.includes('PK\u0005\u0006') || bytes.includes(oleMagic))
    return false;
  const names = unescapedNames(withoutStreams(text));
  // What is encrypted can be read by nobody here, and by nobody at the desk without its password.
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names)) return false;
  if (activeNames.some((name) => new RegExp(`${name}(?![A-Za-z0-9])`).test(names))) return false;
  return hiddenObjects(text)?.every((objects) => !isActive(objects)) ?? false;
}
