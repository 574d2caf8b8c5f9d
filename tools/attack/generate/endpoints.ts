/** Generates every cookie that the site reads, and requests to endpoints below `/api`: proofs of consent, webhooks of the content service, previews. */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { type Input, type InputKind, formatRequest } from './input.ts';
import { oneWord, bytes, damageBytes, encodedText, lengths, mostly, sometimes, text, weighted, word } from './text.ts';

/** The site is configured to trust this header for the client's address, so that an attack can use any number of addresses. */
export const addressHeader = 'x-attack-address';

/** The line of a client with any of 2000 addresses. */
export const clientLine = fc
  .integer({ min: 1, max: 2000 })
  .map((number) => `${addressHeader}: 10.66.${number >> 8}.${number & 255}`);

/** Generates JSON of nearly the right shape; sometimes too deep, damaged, or not JSON. */
export function nearlyJson(validFields: Record<string, unknown>): fc.Arbitrary<Buffer> {
  const wrongValue = fc.oneof(
    text,
    fc.constantFrom<unknown>(null, -1, 1e308, [], {}, [[[[]]]], true),
    lengths.map((length) => 'x'.repeat(length * 4)),
    fc.tuple(text, text).map(([name, value]) => ({ [name]: value })),
  );
  const json = fc
    .dictionary(fc.constantFrom(...Object.keys(validFields)), wrongValue, { maxKeys: 3 })
    .map((changes) => Buffer.from(JSON.stringify({ ...validFields, ...changes })));
  return weighted(
    [8, fc.constantFrom(100, 5000, 100_000).map((depth) => Buffer.from('['.repeat(depth)))],
    [8, bytes(0, 5000)],
    [12, json.chain(damageBytes)],
    [8, json.map((all) => Buffer.from(all.toString().replace('{', '{"__proto__":{"attack":1},')))],
    [64, json],
  );
}

const moment = new Date(1.76e12).toISOString();
const consentRecord = nearlyJson({
  categories: ['necessary'],
  revision: 0,
  data: null,
  consentId: '7d3f0a9e-0000-4000-8000-000000000001',
  consentTimestamp: moment,
  lastConsentTimestamp: moment,
  languageCode: 'en',
  services: { necessary: [] },
  expirationTime: 1_893_456_000_000,
}).map((json) => json.toString());

const session = fc.oneof(
  bytes(24).map((value) => value.toString('base64url')),
  fc.tuple(bytes(24), bytes(32)).map((pair) => pair.map((value) => value.toString('base64url')).join('.')),
  fc.tuple(word, bytes(32)).map(([name, value]) => `${name}.${encodeURIComponent(value.toString('base64'))}`),
  fc.constantFrom(0, 500, 4000, 12_000).map((length) => 'x'.repeat(length)),
);
const preview = fc
  .tuple(oneWord('9999999999 0 NaN 1e99'), bytes(32), fc.constantFrom('base64url', 'base64', 'hex'))
  .map(([expires, signature, encoding]) =>
    Buffer.from(
      `type=page&key=forex&locale=en&status=draft&expires=${expires}&signature=${signature.toString('hex')}`,
    ).toString(encoding as BufferEncoding),
  );

// A map, because `__proto__` and `constructor` are names, too.
const cookieValues = new Map([
  ['cc_cookie', mostly(50, consentRecord.map(encodeURIComponent), consentRecord)],
  ['locale', mostly(50, oneWord('en es it de ../it %65s'), encodedText())],
  ['preview', preview],
]);
const cookieNames = oneWord(
  'cc_cookie locale preview session registration __Host-session __Host-registration better-auth.session_token accepted referral _ga __proto__ constructor',
);
const cookie = cookieNames.chain((name) => {
  const values = /session|registration/.test(name) ? session : (cookieValues.get(name) ?? encodedText());
  return mostly(
    90,
    values.map((value) => `${name}=${value}`),
    text,
  );
});

/** One `Cookie` line, without CR, LF, `;` in JSON and NUL, which would split it. */
export const cookieLine = fc
  .record({
    pairs: mostly(
      95,
      fc.array(cookie, { minLength: 1, maxLength: 5 }),
      fc.array(cookie, { minLength: 60, maxLength: 60 }),
    ),
    separator: fc.constantFrom('; ', ';', '; ', ', '),
    most: fc.constantFrom(3000, 3000, 14_000),
  })
  .map(({ pairs, separator, most: maxLength }) => {
    const joined = pairs.join(separator).replaceAll(/[\r\n\u0000]/g, '');
    return `Cookie: ${joined.slice(0, maxLength)}`;
  });

const personalPaths = oneWord(
  '/ /es /login /register /es/register /forgot-password /cookie-disclosure /it/login /old-register /api/content/live?type=page&key=forex /api/geo /forex',
);

export function cookies(host: string): fc.Arbitrary<Input> {
  return fc.tuple(personalPaths, fc.array(cookieLine, { minLength: 1, maxLength: 2 })).map(([path, lines]) => ({
    kind: 'cookie',
    pieces: [formatRequest(`GET ${path}`, [`Host: ${host}`, ...lines])],
    maxAnswers: 1,
    complete: true,
  }));
}

/** Header lines that name the origin of a form: mostly this site, otherwise another site, none, or contradicting ones. */
export function originLines(host: string): fc.Arbitrary<string[]> {
  const ownOrigin = `Origin: http://${host}`;
  return mostly(
    80,
    fc.constant([ownOrigin]),
    fc.constantFrom(
      [],
      ['Origin: https://evil.example'],
      ['Origin: null'],
      [ownOrigin, 'Origin: https://evil.example'],
      ['Sec-Fetch-Site: cross-site', ownOrigin],
      [`Referer: http://${host}/login`],
      ['Referer: https://evil.example/'],
      [`${ownOrigin}.evil.example`],
      ['Origin: http://localhost:1'],
    ),
  );
}

/** Builds a request with its right length, to an endpoint below `/api`. */
function toEndpoint(kind: InputKind, line: string, lines: readonly string[], body: Buffer): Input {
  const pieces = [formatRequest(line, [...lines, `Content-Length: ${body.length}`], body)];
  return { kind, pieces, maxAnswers: 1, complete: true };
}

export function consent(host: string): fc.Arbitrary<Input> {
  const proof = {
    id: 'a'.repeat(32),
    consentId: 'b'.repeat(32),
    firstConsentAt: moment,
    decidedAt: moment,
    categories: ['necessary'],
    services: { necessary: [] },
    revision: 0,
    // No consent text was ever shown with this hash.
    textHash: 'c'.repeat(64),
    locale: 'en',
    source: 'dialog',
  };
  const choices = fc
    .tuple(fc.oneof(oneWord('all necessary'), word), oneWord('en de %00'), word)
    .map(([choice, locale, allow]) => Buffer.from(`choice=${choice}&locale=${locale}&allow=${allow}`));
  const request = (path: string, type: string, bodies: fc.Arbitrary<Buffer>) =>
    fc
      .tuple(bodies, originLines(host), sometimes(30, cookieLine), clientLine)
      .map(([body, origin, sent, client]) =>
        toEndpoint(
          'consent',
          `POST ${path}`,
          [`Host: ${host}`, client, `Content-Type: ${type}`, ...origin, ...sent],
          body,
        ),
      );
  return mostly(
    30,
    request('/api/consent/choice', 'application/x-www-form-urlencoded', choices),
    request('/api/consent', 'application/json', nearlyJson(proof)),
  );
}

const announcement = fc
  .tuple(oneWord('page tag faq header none __proto__'), fc.oneof(oneWord('forex about'), word, text))
  .chain(([model, key]) =>
    nearlyJson({
      event: 'entry.publish',
      createdAt: moment,
      model,
      uid: 'api::page.page',
      entry: { id: 1, key: key.slice(0, 280), locale: 'en' },
    }),
  );

/** A link to a preview with a wrong signature. */
const previewPath = fc
  .record({
    key: fc.oneof(oneWord('forex /evil.example'), text),
    locale: oneWord('en es xx'),
    expires: oneWord('9999999999 1 NaN'),
    forged: fc.option(encodedText(), { freq: 2 }),
  })
  .map(({ key, locale, expires, forged }) => {
    const link = { type: 'page', key: key.toWellFormed(), locale, status: 'draft', expires };
    const words = new URLSearchParams(link).toString();
    return `/api/preview?${words}&signature=${forged ?? createHmac('sha256', 'not the secret').update(words).digest('hex')}`;
  });

export function webhook(host: string): fc.Arbitrary<Input> {
  const forged = fc.oneof(
    fc.constantFrom('x', '', 'x'.repeat(3000)),
    bytes(24).map((value) => value.toString('latin1').replaceAll(/[\r\n\u0000]/g, '')),
  );
  const request = (lines: fc.Arbitrary<string>, secrets: fc.Arbitrary<string>) =>
    fc
      .tuple(lines, secrets, announcement, clientLine)
      .map(([line, sent, body, client]) =>
        toEndpoint(
          'webhook',
          line,
          [`Host: ${host}`, client, `X-Webhook-Secret: ${sent}`, 'Content-Type: application/json'],
          body,
        ),
      );
  const publish = fc.constant('POST /api/content/webhook');
  const noSecret = fc.constant('');
  return fc.oneof(
    request(publish, noSecret),
    request(publish, forged),
    request(fc.constant('POST /api/content/confirm-removal'), noSecret),
    request(fc.constantFrom('GET /api/content/live?type=page&key=forex', 'GET /api/content/live'), forged),
    request(
      previewPath.map((path) => `GET ${path}`),
      noSecret,
    ),
  );
}
