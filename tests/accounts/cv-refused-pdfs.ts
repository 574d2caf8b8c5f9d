/** PDFs that act, load or hide something, with the key of the error message; `cvKind` when it is left out. */
import type { CvFault } from '../../site/page/form-services.ts';
import {
  attachment,
  europass,
  hiddenAs,
  objectStream,
  packed,
  pdf,
  pdfObjects,
  makePdf,
  script,
  scriptBehind,
} from './cv-files.ts';

export const refusedPdfs: [what: string, name: string, bytes: Buffer, fault?: CvFault][] = [
  [
    'a PDF with a script',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj`),
    'cvActive',
  ],
  ['a PDF with an escaped script', 'cv.pdf', makePdf(`${pdfObjects} 3 0 obj<</S/J#61vaScript>>endobj`), 'cvActive'],
  ['a PDF that starts a program', 'cv.pdf', makePdf(`${pdfObjects} 3 0 obj<</S/Launch/F(cmd.exe)>>endobj`), 'cvActive'],
  ['a PDF with a script between streams', 'cv.pdf', makePdf(`${pdfObjects} ${packed} ${script} ${packed}`), 'cvActive'],
  ['a PDF with a script before a stream', 'cv.pdf', makePdf(`${pdfObjects} ${script} ${packed}`), 'cvActive'],
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
    'cvActive',
  ],
  [
    'a PDF with a script in an object stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S/JavaScript/JS(app.alert(1))>>')}`),
    'cvActive',
  ],
  [
    'a PDF with an escaped script in an object stream',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S%x\n/J#61vaScript/J#53(app.alert(1))>>', '/Type/Obj#53tm')}`),
    'cvActive',
  ],
  [
    'a PDF with a script in an object stream that does not say so',
    'cv.pdf',
    makePdf(`${pdfObjects} ${objectStream('<</S/Launch/F(cmd.exe)>>', '/Type 7 0 R')}`),
    'cvActive',
  ],
  [
    'a PDF with a file in an object stream',
    'cv.pdf',
    makePdf(
      `${pdfObjects} ${objectStream('<</EF<</F 7 0 R>>/F(a.exe)>>')} 7 0 obj<</Length 2>>stream\nMZ\nendstream endobj`,
    ),
    'cvFiles',
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
    'cvLocked',
  ],
  ...[
    ['a comment behind it', 'stream %x\n'],
    ['a zero behind it', 'stream\0\n'],
    ['only a return behind it', 'stream\r'],
    ['a space behind it', 'stream \n'],
    ['a space and a line break behind it', 'stream \r\n'],
    ['a zero before it', '\0stream\n'],
    ['a comment before it', '%x\nstream\n'],
    ['a space before it', ' stream\r\n'],
  ].map(([what = '', beginning = '']): [string, string, Buffer, CvFault] => [
    `a PDF whose stream has ${what}`,
    'cv.pdf',
    scriptBehind(beginning),
    what.endsWith('before it') ? 'cvActive' : 'cvKind',
  ]),
  ...['GoToR', 'GoToE', 'SubmitForm', 'ImportData', 'Launch', 'Rendition', 'Movie'].map(
    (action): [string, string, Buffer, CvFault] => [
      `a PDF with the action ${action}`,
      'cv.pdf',
      makePdf(`${pdfObjects} 3 0 obj<</Type/Annot/A<</S %\n/${action}/F(x)>>>>endobj`),
      'cvActive',
    ],
  ),
  [
    'a PDF that opens an address by itself',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</OpenAction 4 0 R>>endobj 4 0 obj<</S/GoTo/Next[<</S/URI/URI(http://x)>>]>>endobj`),
    'cvActive',
  ],
  [
    'a PDF whose page opens an address',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</AA<</O<</S/URI/URI(http://x)>>>>>>endobj`),
    'cvActive',
  ],
  ['a PDF with a script in a text', 'cv.pdf', hiddenAs('(', ')')],
  ['a PDF with a script in a comment', 'cv.pdf', hiddenAs(' % ', '\n 1 ')],
  ['a PDF with a script in a stream', 'cv.pdf', hiddenAs('<</Length 37>>stream\n', 'endstream ')],
  [
    'a PDF with a key that stands twice',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</OpenAction 4 0 R/OpenAction[2 0 R/Fit]>>endobj`),
  ],
  [
    'a PDF with a stream that is longer than it says',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</Length 3>>stream\nabcdefgh\nendstream endobj`),
  ],
  [
    'a PDF with a stream from elsewhere',
    'cv.pdf',
    makePdf(`${pdfObjects} 3 0 obj<</F(\\\\\\\\evil\\\\x)/Length 0>>stream\n\nendstream endobj`),
    'cvExternal',
  ],
  ['a PDF with a program as attachment', 'cv.pdf', makePdf(`${pdfObjects} ${attachment('cv.exe', 'MZ')}`), 'cvFiles'],
  [
    'a PDF with a program that is called XML',
    'cv.pdf',
    makePdf(`${pdfObjects} ${attachment('cv.xml', 'MZ')}`),
    'cvFiles',
  ],
  [
    'a PDF with XML that is called a program',
    'cv.pdf',
    makePdf(`${pdfObjects} ${attachment('cv.hta', europass)}`),
    'cvFiles',
  ],
  [
    'a PDF with a page that is called XML',
    'cv.pdf',
    makePdf(`${pdfObjects} ${attachment('cv.xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>')}`),
    'cvFiles',
  ],
  [
    'a PDF with a document of Word that is called XML',
    'cv.pdf',
    makePdf(`${pdfObjects} ${attachment('cv.xml', '<?mso-application progid="Word.Document"?><a/>')}`),
    'cvFiles',
  ],
];
