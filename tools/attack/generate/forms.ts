/** Generates submissions of every form of the site, with valid or absurd fields, sent as a browser would or not. */
import { fieldsOf, type FormName } from '../../../site/forms/form-schemas.ts';
import { typedDetails } from '../../../tests/accounts/registration-samples.ts';
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';
import { cookieHeader } from './cookies.ts';

/** The site is configured to trust this header for the client's address, so that an attack can use any number of addresses. */
export const addressHeader = 'x-attack-address';

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

const right: Record<string, (random: Random) => string> = {
  ...Object.fromEntries(Object.entries(typedDetails).map(([field, value]) => [field, () => value])),
  email: (random) => `fuzz-${random.below(50)}@example.com`,
  password: () => 'Secret1!x',
  name: () => 'Anna Rossi',
  topic: () => 'other',
  message: () => 'A message that is long enough',
  website: () => 'https://example.com/',
  job: () => 'senior-typescript-engineer-remote',
};

/** @returns names and values; a name may occur twice, or not belong to the form. */
export function fields(random: Random, { intent, schema }: KnownForm): [string, string][] {
  const pairs: [string, string][] = [
    ['intent', random.chance(0.9) ? intent : random.text()],
    ['elapsed', random.pick(['9000', '9000', '9000', '', '-1', '1e9', random.text()])],
  ];
  for (const name of schema ? fieldsOf(schema) : []) {
    const wrong = random.chance(0.35);
    // An acceptable password costs the site a hash, so most passwords here are random text.
    if (!(wrong && random.chance(0.2)))
      pairs.push([
        name,
        wrong || (name === 'password' && random.chance(0.8)) ? random.text() : (right[name]?.(random) ?? random.text()),
      ]);
    if (random.chance(0.03)) pairs.push([name, random.text()]);
  }
  if (!schema) pairs.push(['token', random.pick([random.bytes(24).toString('base64url'), random.text()])]);
  if (random.chance(0.1)) pairs.push(['fax', random.text()]);
  if (random.chance(0.1))
    for (let more = random.pick([1, 5, 28, 31, 40, 400]); more > 0; more -= 1)
      pairs.push([
        random.pick(['__proto__', 'constructor[prototype][x]', 'email[]', 'email[$gt]', random.word(), random.text()]),
        random.text().slice(0, 50),
      ]);
  return pairs;
}

/** Header lines that name the origin of a form: mostly this site, otherwise another site, none, or contradicting ones. */
export function originLines(random: Random, host: string): string[] {
  if (random.chance(0.8)) return [`Origin: http://${host}`];
  return random.pick([
    [],
    ['Origin: https://evil.example'],
    ['Origin: null'],
    [`Origin: http://${host}`, 'Origin: https://evil.example'],
    ['Sec-Fetch-Site: cross-site', `Origin: http://${host}`],
    [`Referer: http://${host}/login`],
    ['Referer: https://evil.example/'],
    [`Origin: http://${host}.evil.example`],
    ['Origin: http://localhost:1'],
  ]);
}

export function attackerAddress(random: Random): string {
  return `10.66.${random.below(8)}.${random.between(1, 250)}`;
}

/** @returns the pieces of the request, and whether they are complete by its `Content-Length`. */
export function post(
  random: Random,
  host: string,
  path: string,
  contentType: string,
  body: Buffer,
  more: string[] = [],
): { pieces: Buffer[]; complete: boolean } {
  const length = random.chance(0.93)
    ? body.length
    : random.pick([0, Math.max(0, body.length - 3), body.length + 10, 25 * 1024 * 1024]);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `${addressHeader}: ${attackerAddress(random)}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
    ...originLines(random, host),
    ...more,
    'Connection: close',
  ];
  const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  const whole = length <= body.length;
  if (random.chance(0.9) || bytes.length < 10) return { pieces: [bytes], complete: whole };
  const cut = random.between(1, bytes.length - 1);
  return random.chance(0.5)
    ? { pieces: [bytes.subarray(0, cut), bytes.subarray(cut)], complete: whole }
    : { pieces: [bytes.subarray(0, cut)], complete: false };
}

function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '')).replaceAll('%20', '+');
}

export function form(random: Random, host: string): Input {
  const known = random.pick(knownForms);
  let body: Buffer = Buffer.from(
    fields(random, known)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&'),
  );
  if (random.chance(0.08)) body = random.damaged(body);
  const type = random.pick([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'application/x-www-form-urlencoded; charset=utf-7',
    'text/plain',
    'application/json',
    'multipart/form-data',
    '',
  ]);
  return {
    kind: 'form',
    seed: random.seed,
    ...post(random, host, known.path, type, body, random.chance(0.3) ? [cookieHeader(random)] : []),
    mostAnswers: 2,
  };
}
