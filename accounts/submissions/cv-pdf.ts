/**
 * Checks that a file is a PDF and nothing else, and that nothing in it acts before a click. `pdf-lib` reads each object from the first byte to the last,
 * also those of object streams and of former versions. Programs that show PDFs repair files, each in its own way: a file that needs it is refused.
 */
import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { RefusedCv } from './refused-cv.ts';
import { readXml } from './cv-xml.ts';

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Bytes of all unpacked object streams and attachments together; those of a CV have some kilobytes. */
const mostUnpacked = 8 * 1024 * 1024;

/** PDF names of actions, keys and annotations that run or fetch something. A CV needs none of them. */
const activeNames = new Set(
  'JavaScript JS Launch GoToR GoToE SubmitForm ImportData Rendition Movie Sound RichMedia RichMediaExecute 3D XFA'.split(
    ' ',
  ),
);
/** Actions that may happen without a click, when the file or a page opens. */
const moves = new Set(['GoTo', 'Named']);

const startOfStream = new Set(['stream\n', 'stream\r\n']);
const toName = (text: string) => PDFName.of(text);
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

interface Found {
  dictionaries: PDFDict[];
  /** By reference, with former versions of the same object. */
  objects: Map<PDFRef, PDFObject[]>;
}

class StrictReader extends PDFParser {
  readonly #file: Buffer;
  readonly #found: Found;
  /** Values of the dictionary or array that is being read. */
  #values = 0;

  constructor(file: Buffer, found: Found) {
    super(file);
    this.#file = file;
    this.#found = found;
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const before = this.#values;
    this.#values = 0;
    const object = super.parseObject(ref);
    this.#values = before + 1;
    return object;
  }

  protected override parseName(): PDFName {
    const read = super.parseName();
    const text = read.decodeText();
    if (activeNames.has(text)) throw new RefusedCv('cvActive');
    // An encrypted PDF cannot be checked here, nor read at the desk without its password.
    if (text === 'Encrypt') throw new RefusedCv('cvLocked');
    return read;
  }

  protected override parseDict(ref?: PDFRef): PDFDict {
    this.#values = 0;
    const dictionary = super.parseDict(ref);
    // Of two values for the same key, one program takes the first and another the last, so this check could read a harmless one.
    if (dictionary.keys().length !== this.#values) throw new Error('A key stands twice.');
    this.#found.dictionaries.push(dictionary);
    return dictionary;
  }

  protected override matchKeyword(keyword: number[]): boolean {
    const matches = super.matchKeyword(keyword);
    const text = matches ? String.fromCharCode(...keyword) : '';
    if (text.startsWith('stream') && !startOfStream.has(text)) throw new Error('A stream begins in another way.');
    return matches;
  }

  /** Finds the end of a stream whose length is wrong, or is in a separate object. */
  protected override findEndOfStreamFallback(): number {
    const end = this.#file.indexOf('endstream', this.bytes.offset());
    if (end < 0) throw new Error('A stream has no end.');
    this.bytes.moveTo(end + 'endstream'.length);
    return end - (/\r\n$|[\r\n]$/.exec(this.#file.toString('latin1', end - 2, end))?.[0].length ?? 0);
  }

  #skips(word: string): boolean {
    const found = this.matchKeyword([...Buffer.from(word)]);
    this.skipWhitespaceAndComments();
    return found;
  }

  #integer(): number {
    const integer = this.parseRawInt();
    this.skipWhitespaceAndComments();
    return integer;
  }

  #keep(ref: PDFRef, object: PDFObject): void {
    this.#found.objects.set(ref, [...(this.#found.objects.get(ref) ?? []), object]);
  }

  /** @returns the number of objects, without those inside streams. */
  readFile(): number {
    let objects = 0;
    this.skipWhitespaceAndComments();
    while (!this.bytes.done()) {
      if (isDigit(this.bytes.peek())) {
        const ref = PDFRef.of(this.#integer(), this.#integer());
        if (!this.#skips('obj')) throw new Error('A number stands alone.');
        this.#keep(ref, this.parseObject());
        this.skipWhitespaceAndComments();
        if (!this.#skips('endobj')) throw new Error('An object has no end.');
        objects += 1;
      } else if (this.#skips('xref'))
        while (isDigit(this.bytes.peek())) {
          this.#integer();
          this.#integer();
          if (!this.#skips('n')) this.#skips('f');
        }
      else if (this.#skips('trailer')) this.parseDict();
      else if (this.#skips('startxref')) this.#integer();
      else throw new Error('Something stands between objects.');
      this.skipWhitespaceAndComments();
    }
    return objects;
  }

  readObjectStream(count: number, first: number): void {
    this.skipWhitespaceAndComments();
    const places = Array.from({ length: count }, () => [this.#integer(), this.#integer()] as const);
    for (const [number, offset] of places) {
      this.bytes.moveTo(first + offset);
      const object = this.parseObject();
      if (object instanceof PDFRawStream) throw new Error('A stream stands in a stream.');
      this.#keep(PDFRef.of(number), object);
    }
  }
}

/** Resolves a value. @returns the value itself, or each version of the object to which it refers. */
function resolve(value: PDFObject | undefined, { objects }: Found): PDFObject[] {
  if (value instanceof PDFRef) return objects.get(value) ?? [];
  return value ? [value] : [];
}

/** Unpacks a stream. @throws when it is packed in a way that no program uses for objects and attachments, or unpacks to more than `room`. */
function unpackStream({ dict, contents }: PDFRawStream, room: number): Buffer {
  const filter = dict.get(toName('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.get(0) : filter;
  if (dict.has(toName('DecodeParms'))) throw new Error('A stream is packed in an unusual way.');
  if (only === undefined) return Buffer.from(contents);
  if (only !== toName('FlateDecode')) throw new Error('A stream is packed in an unusual way.');
  return inflateSync(contents, { maxOutputLength: Math.max(1, room) });
}

/** Checks the declared length of a stream, which may include the line break before `endstream`. */
function hasLength({ dict, contents }: PDFRawStream, found: Found): boolean {
  const lengths = resolve(dict.get(toName('Length')), found);
  return lengths.some((length) => {
    const more = length instanceof PDFNumber ? length.asNumber() - contents.length : -1;
    return more >= 0 && more <= 2;
  });
}

function readObjectStreams(found: Found): void {
  let room = mostUnpacked;
  const streams = [...found.objects.values()].flat().filter((object) => object instanceof PDFRawStream);
  for (const stream of streams) {
    const { dict } = stream;
    // The type of an object stream may be in a separate object, or missing, because some programs do not need it.
    if (dict.get(toName('Type')) !== toName('ObjStm') && !(dict.has(toName('N')) && dict.has(toName('First'))))
      continue;
    const content = unpackStream(stream, room);
    room -= content.length;
    const [count, first] = ['N', 'First'].map((key) => dict.lookup(toName(key), PDFNumber).asNumber());
    new StrictReader(content, found).readObjectStream(count ?? 0, first ?? 0);
  }
}

/** Whether an action does more than move within the file. */
function isActive(action: PDFObject | undefined, found: Found, depth = 0): boolean {
  const actions = resolve(action, found)
    .flatMap((object) => (object instanceof PDFArray ? object.asArray().flatMap((one) => resolve(one, found)) : object))
    .filter((object) => object instanceof PDFDict);
  if (depth > 20) return true;
  return actions.some((one) => {
    const type = one.get(toName('S'));
    return (
      (type !== undefined && !(type instanceof PDFName && moves.has(type.decodeText()))) ||
      isActive(one.get(toName('Next')), found, depth + 1)
    );
  });
}

/** An attachment opens with a click. Only XML may be attached, as in CVs of Europass, and no page or document that a program would run. */
function checkAttachment(file: PDFObject): void {
  try {
    if (!(file instanceof PDFRawStream)) throw new Error('An attachment is no stream.');
    readXml(unpackStream(file, mostUnpacked), {
      element({ local, uri }) {
        if (local === 'script' || /xhtml|svg/i.test(uri)) throw new Error('An attachment is a page.');
      },
      instruction() {
        throw new Error('An attachment names its program.');
      },
    });
  } catch {
    throw new RefusedCv('cvFiles');
  }
}

const isXmlName = (called: PDFObject) =>
  (called instanceof PDFString || called instanceof PDFHexString) && /\.xml$/i.test(called.decodeText());

/** Checks the files that a file specification contains: their content, and their names, which tell the program that opens them. */
function checkAttachments(specification: PDFDict, found: Found): void {
  const files = resolve(specification.get(toName('EF')), found);
  if (files.length === 0) return;
  for (const key of ['F', 'UF', 'Unix', 'DOS', 'Mac'])
    for (const called of resolve(specification.get(toName(key)), found))
      if (!isXmlName(called)) throw new RefusedCv('cvFiles');
  for (const file of files) {
    if (!(file instanceof PDFDict)) throw new RefusedCv('cvFiles');
    for (const value of file.values()) for (const one of resolve(value, found)) checkAttachment(one);
  }
}

/** Checks a PDF. @throws RefusedCv, or another error for a file that is no PDF or not understood. */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  if (!/^\s{0,1000}%PDF-\d/.test(text) || text.lastIndexOf('%%EOF') < text.length - 1024)
    throw new Error('It does not begin or end as a PDF.');
  if (text.includes('PK\u0005\u0006') || bytes.includes(oleMagic)) throw new Error('It is another kind of file too.');
  const found: Found = { dictionaries: [], objects: new Map() };
  const objects = new StrictReader(bytes, found).readFile();
  // A program could find further objects, inside a comment, a text or a stream, by the file's table. Then the number of objects differs.
  if (text.match(/obj(?<=[\d\r\n][\s\0]*obj)/g)?.length !== objects) throw new Error('An object is hidden.');
  readObjectStreams(found);
  for (const object of [...found.objects.values()].flat())
    if (object instanceof PDFRawStream) {
      if (!hasLength(object, found)) throw new Error('A stream has another length.');
      if (object.dict.has(toName('F'))) throw new RefusedCv('cvExternal');
      if (object.dict.get(toName('Type')) === toName('EmbeddedFile')) checkAttachment(object);
    }
  for (const dictionary of found.dictionaries) {
    const additional = resolve(dictionary.get(toName('AA')), found).flatMap((object) =>
      object instanceof PDFDict ? object.values() : [],
    );
    if ([dictionary.get(toName('OpenAction')), ...additional].some((action) => isActive(action, found)))
      throw new RefusedCv('cvActive');
    checkAttachments(dictionary, found);
  }
}
