/** Generates forms as `multipart/form-data`, with files: of every form of the site, and of files that only look like a CV. */
import * as fc from 'fast-check';
import { pdf } from '../../../tests/accounts/cv-files.ts';
import { acceptedFiles, refusedFiles } from '../../../tests/accounts/cv-samples.ts';
import { type Pair, fields, knownForms, rightValues, sendPost } from './forms.ts';
import type { Input, InputKind } from './input.ts';
import { oneWord, bytes, chance, damageBytes, lengths, mostly, word } from './text.ts';

/** Builds a part of a multipart body, after its boundary. */
function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

const fileNames = fc.oneof(
  oneWord('cv.pdf cv.docx cv.doc cv.pdf.exe ../../cv.pdf <attack>.pdf CON .pdf '),
  fc.constantFrom('cv\u0000.pdf', 'c'.repeat(500), 'cv.pdf"; name="email', 'cv.PDF '),
);

function fieldPart([name, value]: Pair, disposition?: string): Buffer {
  const usualDisposition = `form-data; name="${name.replaceAll('"', '%22')}"`;
  return part(`Content-Disposition: ${disposition ?? usualDisposition}`, Buffer.from(value));
}

function filePart(name: string, content: Buffer, type = 'application/pdf'): Buffer {
  return part(`Content-Disposition: form-data; name="cv"; filename="${name}"\r\nContent-Type: ${type}`, content);
}

const brokenDisposition = fc.oneof(
  fc.constantFrom(
    'form-data',
    'form-data; name',
    'attachment; name="email"',
    `form-data; name="${'n'.repeat(200)}"`,
    '',
  ),
  word.map((name) => `form-data; name*=utf-8''${name}`),
);

const boundaries = mostly(40, fc.constant('----attack'), fc.oneof(oneWord(`a - ${'x'.repeat(70)}`), word));

/** @param damage percentage of the bodies that are damaged. */
function sendParts(
  kind: InputKind,
  host: string,
  path: string,
  parts: readonly Buffer[],
  damage: number,
): fc.Arbitrary<Input> {
  return boundaries.chain((boundary) => {
    const line = Buffer.from(`--${boundary}`);
    const body = Buffer.concat([...parts.flatMap((one) => [line, one]), line, Buffer.from('--\r\n')]);
    const types = mostly(
      90,
      fc.constant(`multipart/form-data; boundary=${boundary}`),
      fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary="${boundary}`,
        `multipart/form-data; boundary=${boundary}; boundary=other`,
        `multipart/mixed; boundary=${boundary}`,
        `MULTIPART/FORM-DATA; BOUNDARY=${'b'.repeat(300)}`,
      ),
    );
    return fc
      .tuple(mostly(100 - damage, fc.constant(body), damageBytes(body)), types)
      .chain(([sent, contentType]) => sendPost(kind, host, path, contentType, sent));
  });
}

// These fields reach the limit of fields while the file is still in the same chunk.
const crowdedFields = Array.from({ length: 31 }, (_, index) => fieldPart([`f${index}`, 'x']));

export function multipart(host: string): fc.Arbitrary<Input> {
  const content = mostly(
    30,
    fc.constant(pdf),
    lengths.chain((length) => bytes(length)),
  );
  const file = fc
    .tuple(fileNames, content, fc.oneof(oneWord('application/pdf text/html'), word))
    .map((parts) => filePart(...parts));
  const withFile = knownForms.filter((knownForm) => knownForm.file);
  return mostly(60, fc.constantFrom(...withFile), fc.constantFrom(...knownForms)).chain((knownForm) =>
    fc
      .record({
        pairs: fields(knownForm),
        disposition: mostly(80, fc.constant(undefined), brokenDisposition),
        files: fc.array(file, { maxLength: 3 }),
        isCrowded: chance(5),
        areFilesFirst: chance(30),
      })
      .chain(({ pairs, disposition, files, isCrowded, areFilesFirst }) => {
        const texts = pairs.map((pair, index) => fieldPart(pair, index === 2 ? disposition : undefined));
        const parts = areFilesFirst ? [...files, ...texts] : [...texts, ...files];
        return sendParts('multipart', host, knownForm.path, isCrowded ? [...crowdedFields, ...parts] : parts, 25);
      }),
  );
}

/** PDFs that are hard to parse; files with hostile content are among `refusedFiles`. */
const deepFiles = ['['.repeat(1_000_000), '<<'.repeat(200_000), '/#4a'.repeat(200_000), 'stream\n'.repeat(50_000)].map(
  // Inserted after the header line.
  (extra): [string, Buffer] => ['cv.pdf', Buffer.concat([pdf.subarray(0, 9), Buffer.from(extra), pdf.subarray(9)])],
);
const anyFile = fc.constantFrom(
  ...[...acceptedFiles, ...refusedFiles].map(([, name, content]): [string, Buffer] => [name, content]),
  ...deepFiles,
);

export function cvFile(host: string): fc.Arbitrary<Input> {
  return fc.tuple(anyFile, chance(60), fc.nat(299)).chain(([[name, content], isDamaged, sender]) => {
    const { name: person, job } = rightValues;
    const application = {
      intent: 'apply',
      elapsed: '9000',
      name: person,
      email: `cv-${sender}@example.com`,
      job,
      message: '',
    };
    const texts = Object.entries(application).map((pair) => fieldPart(pair));
    return (isDamaged ? damageBytes(content) : fc.constant(content)).chain((sent) =>
      sendParts('CV file', host, '/careers', [...texts, filePart(name, sent)], 0),
    );
  });
}
