/** Generates every cookie that the site reads, and requests to endpoints below `/api`: proofs of consent, webhooks of the content service, previews. */
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import type { Input, InputKind } from './input.ts';
import { anyOf, bytes, damaged, encodedText, lengths, mostly, text, word } from './text.ts';

/** The site is configured to trust this header for the client's address, so that an attack can use any number of addresses. */
export const addressHeader = 'x-attack-address';

export const clientAddress = fc.integer({ min: 1, max: 2000 }).map((number) => `10.66.${number >> 8}.${number & 255}`);

/** JSON of nearly the right shape; sometimes too deep, damaged, or no JSON at all. */
export function nearlyJson(right: Record<string, unknown>): fc.Arbitrary<Buffer> {
  const wrong = fc.oneof(
    text,
    fc.constantFrom<unknown>(null, -1, 1e308, [], {}, [[[[]]]], true),
    lengths.map((length) => 'x'.repeat(length * 4)),
    fc.tuple(text, text).map(([name, value]) => ({ [name]: value })),
  );
  const json = fc
    .dictionary(fc.constantFrom(...Object.keys(right)), wrong, { maxKeys: 3 })
    .map((changes) => Buffer.from(JSON.stringify({ ...right, ...changes })));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(100, 5000, 100_000).map((depth) => Buffer.from('['.repeat(depth))) },
    { weight: 8, arbitrary: bytes(0, 5000) },
    { weight: 12, arbitrary: json.chain(damaged) },
    {
      weight: 8,
      arbitrary: json.map((all) => Buffer.from(all.toString().replace('{', '{"__proto__":{"attack":1},'))),
    },
    { weight: 64, arbitrary: json },
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
  .tuple(anyOf('9999999999 0 NaN 1e99'), bytes(32), fc.constantFrom('base64url', 'base64', 'hex'))
  .map(([expires, signature, encoding]) =>
    Buffer.from(
      `type=page&key=forex&locale=en&status=draft&expires=${expires}&signature=${signature.toString('hex')}`,
    ).toString(encoding as BufferEncoding),
  );

const cookieValues = new Map([
  [
    'cc_cookie',
    fc.oneof(
      consentRecord.map((json) => encodeURIComponent(json)),
      consentRecord,
    ),
  ],
  ['locale', fc.oneof(anyOf('en es it de ../it %65s'), encodedText())],
  ['preview', preview],
]);
const cookieNames = anyOf(
  'cc_cookie locale preview session registration __Host-session __Host-registration better-auth.session_token accepted referral _ga __proto__ constructor',
);
const cookie = cookieNames.chain((name) => {
  const usual = /session|registration/.test(name) ? session : encodedText();
  return mostly(
    90,
    (cookieValues.get(name) ?? usual).map((value) => `${name}=${value}`),
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
  .map(
    ({ pairs, separator, most }) =>
      `Cookie: ${pairs
        .join(separator)
        .replaceAll(/[\r\n\u0000]/g, '')
        .slice(0, most)}`,
  );

const personalPaths = anyOf(
  '/ /es /login /register /es/register /forgot-password /cookie-disclosure /it/login /old-register /api/content/live?type=page&key=forex /api/geo /forex',
);

export function cookies(host: string): fc.Arbitrary<Input> {
  return fc.tuple(personalPaths, fc.array(cookieLine, { minLength: 1, maxLength: 2 })).map(([path, lines]) => ({
    kind: 'cookie',
    pieces: [
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    ],
    mostAnswers: 1,
    complete: true,
  }));
}

/** Header lines that name the origin of a form: mostly this site, otherwise another site, none, or contradicting ones. */
export function originLines(host: string): fc.Arbitrary<string[]> {
  const own = `Origin: http://${host}`;
  return mostly(
    80,
    fc.constant([own]),
    fc.constantFrom(
      [],
      ['Origin: https://evil.example'],
      ['Origin: null'],
      [own, 'Origin: https://evil.example'],
      ['Sec-Fetch-Site: cross-site', own],
      [`Referer: http://${host}/login`],
      ['Referer: https://evil.example/'],
      [`${own}.evil.example`],
      ['Origin: http://localhost:1'],
    ),
  );
}

interface Request {
  method: string;
  path: string;
  lines: readonly string[];
  body: Buffer;
  address: string;
}

function formatRequest(kind: InputKind, host: string, { method, path, lines, body, address }: Request): Input {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `${addressHeader}: ${address}`,
    `Content-Length: ${body.length}`,
    ...lines,
    'Connection: close',
  ];
  const pieces = [Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])];
  return { kind, pieces, mostAnswers: 1, complete: true };
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
  const choice = fc
    .tuple(fc.oneof(anyOf('all necessary'), word), anyOf('en de %00'), word)
    .map(([chosen, locale, allow]) =>
      Buffer.from(`choice=${chosen}&locale=${locale}&allow=${encodeURIComponent(allow)}`),
    );
  return fc
    .record({
      isChoice: mostly(30, fc.constant(true), fc.constant(false)),
      choice,
      proof: nearlyJson(proof),
      origin: originLines(host),
      cookie: mostly(
        30,
        cookieLine.map((line) => [line]),
        fc.constant([]),
      ),
      address: clientAddress,
    })
    .map(({ isChoice, choice: chosen, proof: proven, origin, cookie: sent, address }) =>
      formatRequest('consent', host, {
        method: 'POST',
        path: isChoice ? '/api/consent/choice' : '/api/consent',
        lines: [
          `Content-Type: ${isChoice ? 'application/x-www-form-urlencoded' : 'application/json'}`,
          ...origin,
          ...sent,
        ],
        body: isChoice ? chosen : proven,
        address,
      }),
    );
}

const entry = fc.record({
  model: anyOf('page tag faq header none __proto__'),
  key: fc.oneof(
    anyOf('forex about'),
    word,
    text.map((value) => value.slice(0, 280)),
  ),
});

/** A link to a preview whose signature is not that of the secret. */
const previewPath = fc
  .record({
    key: fc.oneof(anyOf('forex /evil.example'), text),
    locale: anyOf('en es xx'),
    expires: anyOf('9999999999 1 NaN'),
    forged: mostly(50, encodedText(), fc.constant(null)),
  })
  .map(({ key, locale, expires, forged }) => {
    const words = new URLSearchParams({
      type: 'page',
      key: key.toWellFormed(),
      locale,
      status: 'draft',
      expires,
    }).toString();
    return `/api/preview?${words}&signature=${forged ?? createHmac('sha256', 'not the secret').update(words).digest('hex')}`;
  });

/** @param secret the webhook secret of the site; most of the requests carry a wrong one or none. */
export function webhook(host: string, secret: string): fc.Arbitrary<Input> {
  const forged = fc.oneof(
    fc.constantFrom(secret.slice(0, -1), `${secret}x`, secret.toUpperCase(), '', 'x'.repeat(3000)),
    bytes(24).map((value) => value.toString('latin1').replaceAll(/[\r\n\u0000]/g, '')),
  );
  const body = entry.chain(({ model, key }) =>
    nearlyJson({
      event: 'entry.publish',
      createdAt: moment,
      model,
      uid: 'api::page.page',
      entry: { id: 1, key, locale: 'en' },
    }),
  );
  const request = (method: string, path: fc.Arbitrary<string>, given: fc.Arbitrary<string>) =>
    fc.tuple(path, given, body, clientAddress).map(([target, known, sent, address]) =>
      formatRequest('webhook', host, {
        method,
        path: target,
        lines: [`X-Webhook-Secret: ${known}`, 'Content-Type: application/json'],
        body: sent,
        address,
      }),
    );
  const webhookPath = fc.constant('/api/content/webhook');
  return fc.oneof(
    { weight: 2, arbitrary: request('POST', webhookPath, fc.constant(secret)) },
    { weight: 1, arbitrary: request('POST', webhookPath, forged) },
    { weight: 1, arbitrary: request('POST', fc.constant('/api/content/confirm-removal'), fc.constant('')) },
    { weight: 1, arbitrary: request('GET', anyOf('/api/content/live?type=page&key=forex /api/content/live'), forged) },
    { weight: 1, arbitrary: request('GET', previewPath, fc.constant('')) },
  );
}
