/** Files for tests: real ones of each kind, and those that only look like one. Archives are made here, byte by byte, so that a test can lie in them. */
import { crc32, deflateRawSync } from 'node:zlib';

interface Entry {
  name: string;
  content: Buffer;
  /** What the directory claims, when it lies. */
  claims?: number;
  encrypted?: boolean;
}

export function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, encrypted } of entries) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const xml = (text: string) => Buffer.from(`<?xml version="1.0"?><w:document>${text}</w:document>`);
const types = { name: '[Content_Types].xml', content: xml('types') };
const body = { name: 'word/document.xml', content: xml('Anna Rossi, ten years of TypeScript') };

export const docx = zip([types, { name: '_rels/.rels', content: xml('rels') }, body]);
const pdfObjects = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj';
const pdfOf = (objects: string) => Buffer.from(`%PDF-1.7\n${objects}\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R>>\nstartxref\n110\n%%EOF\n`, 'latin1');
export const pdf = pdfOf(pdfObjects);
const script = '3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj';
/** Compressed bytes: any three of them come up by chance. */
const packed = '4 0 obj<</Filter/FlateDecode/Length 17>>stream\nx\u009c\u00e3/JS \u0091>>stream\n\u00f8\nendstream endobj';
const ole = (names: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(names, 'utf16le'), Buffer.alloc(512)]);
export const doc = ole('Root Entry WordDocument');

export const acceptedFiles: [string, string, Buffer][] = [
  ['a PDF', 'cv.pdf', pdf], ['a DOCX', 'CV Anna.DOCX', docx], ['a DOC', 'cv.doc', doc],
  ['a PDF with compressed bytes that look like a name', 'cv.pdf', pdfOf(`${pdfObjects} ${packed} ${packed.replace('4 0', '5 0')}`)],
  ['a DOC that speaks of macros', 'cv.doc', ole('Root Entry WordDocument\u0000\u0000Excel (Macros, VBA), Macros\r\u0000\u0000')],
];

export const refusedFiles: [string, string, Buffer][] = [
  ['a program', 'cv.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)])],
  ['a web page', 'cv.pdf', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(200)}%PDF-1.7 %%EOF`)],
  ['a PDF named as something else', 'cv.html', pdf],
  ['a PDF with two names', 'cv.pdf.exe', pdf],
  ['a PDF that is called DOCX', 'cv.docx', pdf],
  ['a DOCX that is called PDF', 'cv.pdf', docx],
  ['a PDF that is also an archive', 'cv.pdf', Buffer.concat([pdf, docx, Buffer.from('%%EOF')])],
  ['an archive behind a PDF header', 'cv.docx', Buffer.concat([pdf, docx])],
  ['an archive with something behind it', 'cv.docx', Buffer.concat([docx, Buffer.from('<script>alert(1)</script>')])],
  ['a PDF with a script', 'cv.pdf', pdfOf(`${pdfObjects} 3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj`)],
  ['a PDF with an escaped script', 'cv.pdf', pdfOf(`${pdfObjects} 3 0 obj<</S/J#61vaScript>>endobj`)],
  ['a PDF that starts a program', 'cv.pdf', pdfOf(`${pdfObjects} 3 0 obj<</S/Launch/F(cmd.exe)>>endobj`)],
  ['a PDF with a script between streams', 'cv.pdf', pdfOf(`${pdfObjects} ${packed} ${script} ${packed}`)],
  ['a PDF with a script before a stream', 'cv.pdf', pdfOf(`${pdfObjects} ${script} ${packed}`)],
  ['a PDF with a script behind a stream without an end', 'cv.pdf', pdfOf(`${pdfObjects} 4 0 obj<<>>stream\nx ${script}`)],
  ['a PDF with a script behind a stream that ends in another one', 'cv.pdf', pdfOf(`${pdfObjects} 4 0 obj<<>>stream\nx ${script} ${packed}`)],
  ['a PDF with a script in the dictionary of a stream', 'cv.pdf', pdfOf(`${pdfObjects} ${packed.replace('<<', '<</AA<</O<</S/JavaScript>>>>')}`)],
  ['a plain archive', 'cv.docx', zip([{ name: 'cv.txt', content: Buffer.alloc(300, 'x') }])],
  ['a DOCX with macros', 'cv.docx', zip([types, body, { name: 'word/vbaProject.bin', content: Buffer.from('macro') }])],
  ['an encrypted DOCX', 'cv.docx', zip([types, { ...body, encrypted: true }])],
  ['a bomb of zeros', 'cv.docx', zip([types, body, { name: 'word/media/image1.png', content: Buffer.alloc(40 * 1024 * 1024) }])],
  ['a bomb by its own claim', 'cv.docx', zip([types, body, { name: 'word/media/image1.png', content: Buffer.from('x'), claims: 4_000_000_000 }])],
  ['an archive with a way out', 'cv.docx', zip([types, body, { name: '../../etc/cron.d/x', content: Buffer.from('x') }])],
  ['an archive with one name twice', 'cv.docx', zip([types, body, body])],
  ['too many entries', 'cv.docx', zip([types, body, ...Array.from({ length: 600 }, (_, index) => ({ name: `word/${index}.xml`, content: Buffer.from('x') }))])],
  ['a DOC with macros', 'cv.doc', ole('Root Entry WordDocument Macros _VBA_PROJECT')],
  ['a DOC with a folder of macros', 'cv.doc', ole('Root Entry WordDocument Macros\u0000\u0000\u0000\u0000')],
  ['another OLE file', 'cv.doc', ole('Root Entry Workbook')],
  ['nothing', 'cv.pdf', Buffer.from('%PDF-1.7 %%EOF')],
];
