/** Builds files for tests of CVs. Archives are built byte by byte, so that a test can put false values into them. */
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

export const xml = (text: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${text}</w:document>`,
  );
const wordTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const contentTypes = (main: string) => ({
  name: '[Content_Types].xml',
  content: Buffer.from(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/${main}" ContentType="${wordTypes}.document.main+xml"/></Types>`,
  ),
});
export const packageRelations = (main: string) => ({
  name: '_rels/.rels',
  content: Buffer.from(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
  ),
});
export const types = contentTypes('word/document.xml');
export const root = packageRelations('word/document.xml');
export const body = { name: 'word/document.xml', content: xml('Anna Rossi, ten years of TypeScript') };
/** A document whose main part has another name. */
export const docxAt = (main: string, content: Buffer = body.content) =>
  zip([contentTypes(main), packageRelations(main), { name: main, content }]);
export const docxWith = (text: string) => docxAt('word/document.xml', xml(text));

export const docx = zip([types, root, body]);
/** As much content as may be unpacked, valid to its end, in paragraphs that differ, so that it does not pack like a bomb. */
export const longDocx = () =>
  zip([
    types,
    root,
    body,
    ...Array.from({ length: 20 }, (_, index) => ({
      name: `word/${index}.xml`,
      content: xml(
        Array.from(
          { length: 1800 },
          (__, line) => `<w:p>${index + line * 7919} ${'abcdefghijklmnop'.repeat(32)}</w:p>`,
        ).join(''),
      ),
    })),
  ]);
export const pdfObjects = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj';
export const makePdf = (objects: string) =>
  Buffer.from(
    `%PDF-1.7\n${objects}\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R>>\nstartxref\n110\n%%EOF\n`,
    'latin1',
  );
export const pdf = makePdf(pdfObjects);
export const script = '3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj';
/** Compressed bytes, in which any three bytes occur by chance. */
export const packed =
  '4 0 obj<</Filter/FlateDecode/Length 19>>stream\nx\u009c\u00e3/JS \u0091>>stream\n\u00f8\nendstream endobj';
/** Objects inside a stream, as most programs write them today: none of their bytes can be read without unpacking. */
export const objectStream = (objects: string, dictionary = '/Type/ObjStm') => {
  const packedObjects = deflateSync(Buffer.from(`9 0 ${objects}`, 'latin1')).toString('latin1');
  return `8 0 obj<<${dictionary}/N 1/First 4/Filter/FlateDecode/Length ${packedObjects.length}>>stream\n${packedObjects}\nendstream endobj`;
};
export const relations = (...entries: string[]) => ({
  name: 'word/_rels/document.xml.rels',
  content: Buffer.from(
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`,
  ),
});
export const relation = (type: string, target: string, more = ' TargetMode="External"') =>
  `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${more}/>`;
export const remote = 'https://evil.example/template.dotm';
/** A document of Word 97. */
export const doc = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('Root Entry WordDocument', 'utf16le'),
  Buffer.alloc(512),
]);

export const europass =
  '<?xml version="1.0" encoding="UTF-8"?><Candidate xmlns="http://www.europass.eu/1.0"><Name>Anna</Name></Candidate>';
export const attachment = (name: string, content: string) => {
  const bytes = deflateSync(Buffer.from(content)).toString('latin1');
  return `5 0 obj<</Names<</EmbeddedFiles<</Names[(x)6 0 R]>>>>>>endobj 6 0 obj<</Type/Filespec/F(${name})/UF(${name})/EF<</F 7 0 R>>>>endobj 7 0 obj<</Type/EmbeddedFile/Filter/FlateDecode/Length ${bytes.length}>>stream\n${bytes}\nendstream endobj`;
};
/** A script in an object stream, behind a beginning of the stream that programs read in different ways. */
export const scriptBehind = (beginning: string) =>
  makePdf(`${pdfObjects} ${objectStream('<</S/JavaScript/JS(app.alert(1))>>').replace('stream\n', beginning)}`);
export const hiddenAs = (before: string, after: string) =>
  makePdf(`${pdfObjects} 9 0 obj${before}3 0 obj <</S/Java#53cript>>endobj${after}endobj`);
export const field = (text: string) =>
  docxWith(`<w:fldChar w:fldCharType="begin"/>${text}<w:fldChar w:fldCharType="end"/>`);
