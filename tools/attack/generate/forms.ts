/** Generates submissions of every form of the site, valid and absurd, in the way of a browser and in others, and files that only look like a CV. */
import * as fc from 'fast-check';
import { pdf } from '../../../tests/accounts/cv-files.ts';
import { acceptedFiles, refusedFiles } from '../../../tests/accounts/cv-samples.ts';
import { type FormName, listFields, trapField } from '../../../site/forms/form-schemas.ts';
import { declarationVersion } from '../../../site/forms/registration-rule.ts';
import { clientLine, cookieLine, originLines } from './endpoints.ts';
import { type Input, type InputKind, formatRequest } from './input.ts';
import { oneWord, bytes, chance, damageBytes, lengths, mostly, sometimes, text, weighted, word } from './text.ts';

interface KnownForm {
  path: string;
  intent: string;
  schema: FormName | null;
  file?: true;
}

const knownForms: readonly KnownForm[] = [
  { path: '/register', intent: 'continue', schema: 'account' },
  { path: '/es/register', intent: 'create', schema: 'details' },
  { path: '/old-register', intent: 'create', schema: 'registration' },
  { path: '/register', intent: 'resend', schema: null },
  { path: '/register', intent: 'confirm', schema: null },
  { path: '/it/register', intent: 'new-link', schema: 'address' },
  { path: '/login', intent: 'sign-in', schema: 'sign-in' },
  { path: '/login', intent: 'sign-out', schema: null },
  { path: '/forgot-password', intent: 'request', schema: 'address' },
  { path: '/forgot-password', intent: 'choose', schema: 'new-password' },
  { path: '/contact', intent: 'enquire', schema: 'contact' },
  { path: '/es/partners', intent: 'enquire', schema: 'partner' },
  { path: '/it/ib', intent: 'enquire', schema: 'partner' },
  { path: '/affiliate', intent: 'enquire', schema: 'partner' },
  { path: '/careers', intent: 'apply', schema: 'application', file: true },
  { path: '/es/job-post/senior-typescript-engineer-remote', intent: 'apply', schema: 'application', file: true },
];

const rightValues = {
  password: 'Secret1!x',
  firstName: 'Anna',
  lastName: 'Rossi',
  country: 'IT',
  initiative: declarationVersion,
  phone: '02 1234 5678',
  promoCode: '',
  terms: 'yes',
  name: 'Anna Rossi',
  topic: 'other',
  message: 'A message that is long enough',
  website: 'https://example.com/',
  job: 'senior-typescript-engineer-remote',
};

type Pair = [name: string, value: string];

function field(name: string): fc.Arbitrary<Pair[]> {
  const email = fc.nat(49).map((number) => `fuzz-${number}@example.com`);
  const knownValue = new Map<string, string>(Object.entries(rightValues)).get(name);
  const rightValue = name === 'email' ? email : knownValue === undefined ? text : fc.constant(knownValue);
  // An acceptable password costs the site a hash, so most passwords here are random text.
  const usualValue = name === 'password' ? mostly(20, rightValue, text) : rightValue;
  return weighted<Pair[]>(
    [62, usualValue.map((value) => [[name, value]])],
    [28, text.map((value) => [[name, value]])],
    [7, fc.constant([])],
    [3, fc.tuple(usualValue, text).map((values) => values.map((value): Pair => [name, value]))],
  );
}

function called(name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Pair> {
  return values.map((value) => [name, value]);
}

/** @returns names and values; a name may occur twice, or not belong to the form. */
function fields({ intent, schema }: KnownForm): fc.Arbitrary<Pair[]> {
  const token = mostly(
    50,
    bytes(24).map((value) => value.toString('base64url')),
    text,
  );
  const names = fc.oneof(oneWord('__proto__ constructor[prototype][x] email[] email[$gt]'), word, text);
  const other = fc.tuple(
    names,
    text.map((value) => value.slice(0, 50)),
  );
  const others = fc
    .constantFrom(1, 5, 28, 31, 40, 400)
    .chain((count) => fc.array(other, { minLength: count, maxLength: count }));
  return fc
    .tuple(
      sometimes(100, called('intent', mostly(90, fc.constant(intent), text))),
      sometimes(100, called('elapsed', mostly(85, oneWord('9000 -1 1e9 '), text))),
      ...(schema ? listFields(schema).map(field) : [sometimes(100, called('token', token))]),
      sometimes(10, called(trapField, text)),
      mostly(10, others, fc.constant([])),
    )
    .map((request) => request.flat());
}

/** Splits the request into one or two pieces, rarely with a wrong length or an early end. */
function sendPost(kind: InputKind, host: string, path: string, contentType: string, body: Buffer): fc.Arbitrary<Input> {
  return fc
    .record({
      length: mostly(
        93,
        fc.constant(body.length),
        fc.constantFrom(0, Math.max(0, body.length - 3), body.length + 10, 25 * 1024 * 1024),
      ),
      client: clientLine,
      origin: originLines(host),
      cookie: sometimes(20, cookieLine),
      cut: mostly(90, fc.constant(null), fc.double({ min: 0, max: 1, noNaN: true })),
      isBrokenOff: chance(50),
    })
    .map(({ length, client, origin, cookie, cut, isBrokenOff }): Input => {
      const lines = [`Content-Type: ${contentType}`, `Content-Length: ${length}`, ...origin, ...cookie];
      const request = formatRequest(`POST ${path}`, [`Host: ${host}`, client, ...lines], body);
      const cutAt = cut === null ? request.length : 1 + Math.floor(cut * (request.length - 2));
      const pieces = [request.subarray(0, cutAt), ...(isBrokenOff ? [] : [request.subarray(cutAt)])];
      const complete = length <= body.length && (cut === null || !isBrokenOff);
      return { kind, pieces: pieces.filter((piece) => piece.length > 0), maxAnswers: 2, complete };
    });
}

const encode = (value: string) => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+');
const urlencoded = 'application/x-www-form-urlencoded';
const formTypes = mostly(
  33,
  fc.constant(urlencoded),
  fc.oneof(
    oneWord('text/plain application/json multipart/form-data '),
    fc.constantFrom(`${urlencoded}; charset=utf-8`, `${urlencoded}; charset=utf-7`),
  ),
);

export function form(host: string): fc.Arbitrary<Input> {
  return fc.constantFrom(...knownForms).chain((knownValue) => {
    const rightValue = fields(knownValue).map((pairs) =>
      Buffer.from(pairs.map((pair) => pair.map(encode).join('=')).join('&')),
    );
    return fc
      .tuple(mostly(92, rightValue, rightValue.chain(damageBytes)), formTypes)
      .chain(([body, contentType]) => sendPost('form', host, knownValue.path, contentType, body));
  });
}

/** Builds a part of a multipart body, after its boundary. */
function part(head: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]);
}

const fileNames = fc.oneof(
  oneWord('cv.pdf cv.docx cv.doc cv.pdf.exe ../../cv.pdf <attack>.pdf CON .pdf '),
  fc.constantFrom('cv\u0000.pdf', 'c'.repeat(500), 'cv.pdf"; name="email', 'cv.PDF '),
);

function fieldPart([name, value]: Pair, disposition?: string): Buffer {
  const usualValue = `form-data; name="${name.replaceAll('"', '%22')}"`;
  return part(`Content-Disposition: ${disposition ?? usualValue}`, Buffer.from(value));
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
  const withFile = knownForms.filter((knownValue) => knownValue.file);
  return mostly(60, fc.constantFrom(...withFile), fc.constantFrom(...knownForms)).chain((knownValue) =>
    fc
      .record({
        pairs: fields(knownValue),
        disposition: mostly(80, fc.constant(undefined), brokenDisposition),
        files: fc.array(file, { maxLength: 3 }),
        isCrowded: chance(5),
        areFilesFirst: chance(30),
      })
      .chain(({ pairs, disposition, files, isCrowded, areFilesFirst }) => {
        const texts = pairs.map((pair, index) => fieldPart(pair, index === 2 ? disposition : undefined));
        const parts = areFilesFirst ? [...files, ...texts] : [...texts, ...files];
        return sendParts('multipart', host, knownValue.path, isCrowded ? [...crowdedFields, ...parts] : parts, 25);
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
