/** Generates submissions of every form of the site, valid and absurd, in the way of a browser and in others. */
import * as fc from 'fast-check';
import { typedDetails } from '../../../tests/accounts/registration-samples.ts';
import { type FormName, listFields, trapField } from '../../../site/forms/form-schemas.ts';
import { clientLine, cookieLine, originLines } from './endpoints.ts';
import { type Input, type InputKind, formatRequest } from './input.ts';
import { oneWord, bytes, chance, damageBytes, mostly, sometimes, text, weighted, word } from './text.ts';

interface KnownForm {
  path: string;
  intent: string;
  schema: FormName | null;
  file?: true;
}

export const knownForms: readonly KnownForm[] = [
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

export const rightValues = {
  ...typedDetails,
  password: 'Secret1!x',
  name: 'Anna Rossi',
  topic: 'other',
  message: 'A message that is long enough',
  website: 'https://example.com/',
  job: 'senior-typescript-engineer-remote',
};

export type Pair = [name: string, value: string];

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

function pairNamed(name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Pair> {
  return values.map((value) => [name, value]);
}

/** @returns names and values; a name may occur twice, or not belong to the form. */
export function fields({ intent, schema }: KnownForm): fc.Arbitrary<Pair[]> {
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
      sometimes(100, pairNamed('intent', mostly(90, fc.constant(intent), text))),
      sometimes(100, pairNamed('elapsed', mostly(85, oneWord('9000 -1 1e9 '), text))),
      ...(schema ? listFields(schema).map(field) : [sometimes(100, pairNamed('token', token))]),
      sometimes(10, pairNamed(trapField, text)),
      mostly(10, others, fc.constant([])),
    )
    .map((request) => request.flat());
}

/** Splits the request into one or two pieces, rarely with a wrong length or an early end. */
export function sendPost(
  kind: InputKind,
  host: string,
  path: string,
  contentType: string,
  body: Buffer,
): fc.Arbitrary<Input> {
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
  return fc.constantFrom(...knownForms).chain((knownForm) => {
    const encodedFields = fields(knownForm).map((pairs) =>
      Buffer.from(pairs.map((pair) => pair.map(encode).join('=')).join('&')),
    );
    return fc
      .tuple(mostly(92, encodedFields, encodedFields.chain(damageBytes)), formTypes)
      .chain(([body, contentType]) => sendPost('form', host, knownForm.path, contentType, body));
  });
}
