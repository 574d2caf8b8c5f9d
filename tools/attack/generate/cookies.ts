/** Generates every cookie that the site reads: forged, damaged, repeated, too large. */
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';

const names = [
  'cc_cookie',
  'locale',
  'preview',
  'session',
  'registration',
  '__Host-session',
  '__Host-registration',
  'accepted',
  'better-auth.session_token',
  'referral',
  '_ga',
  '__proto__',
  'constructor',
];

function consentRecord(random: Random): string {
  const record = {
    categories: random.pick<unknown>([
      ['necessary'],
      ['necessary', 'analytics', 'ads'],
      [],
      'necessary',
      [random.text()],
      { length: 1e9 },
    ]),
    revision: random.pick<unknown>([0, 1, -1, '0', null, 1e308]),
    data: random.pick<unknown>([null, random.text(), {}]),
    consentId: random.pick<unknown>([random.word(), random.text(), '7d3f0a9e-0000-4000-8000-000000000001', 5]),
    consentTimestamp: random.pick<unknown>([new Date(1.7e12).toISOString(), 'never', -1]),
    lastConsentTimestamp: random.pick<unknown>([new Date(1.7e12).toISOString(), random.text()]),
    languageCode: random.pick<unknown>(['en', 'es', '<attack>', null]),
    services: random.pick<unknown>([{ necessary: [] }, { __proto__: [] }, null, []]),
    expirationTime: random.pick<unknown>([Date.UTC(2030), 0, '∞']),
  };
  const json = JSON.stringify(record);
  return random.chance(0.8) ? encodeURIComponent(json) : json.replaceAll(/[\r\n;]/g, '');
}

function value(random: Random, name: string): string {
  if (name === 'cc_cookie') return consentRecord(random);
  if (name === 'locale')
    return random.pick([
      'en',
      'es',
      'it',
      'de',
      '../it',
      '%65s',
      encodeURIComponent(random.text().replaceAll(/[\ud800-\udfff]/g, '')),
    ]);
  if (name === 'preview')
    return Buffer.from(
      `type=page&key=forex&locale=en&status=draft&expires=${random.pick(['9999999999', '0', 'NaN', '1e99'])}&signature=${random.bytes(32).toString('hex')}`,
    ).toString(random.pick(['base64url', 'base64', 'hex']));
  if (/session|registration/.test(name))
    return random.pick([
      random.bytes(24).toString('base64url'),
      `${random.bytes(24).toString('base64url')}.${random.bytes(32).toString('base64url')}`,
      `${random.word()}.${encodeURIComponent(random.bytes(32).toString('base64'))}`,
      '',
      'x'.repeat(random.pick([500, 4000, 12_000])),
    ]);
  return encodeURIComponent(random.text().replaceAll(/[\ud800-\udfff]/g, ''));
}

/** One `Cookie` line, without CR, LF and NUL, which would split it. */
export function cookieHeader(random: Random): string {
  const pairs = Array.from({ length: random.pick([1, 1, 2, 3, 5, 60]) }, () => {
    const name = random.pick(names);
    return random.chance(0.9) ? `${name}=${value(random, name)}` : random.text();
  });
  return `Cookie: ${pairs
    .join(random.pick(['; ', ';', '; ', ', ']))
    .replaceAll(/[\r\n\u0000]/g, '')
    .slice(0, random.pick([3000, 3000, 14_000]))}`;
}

const personal = [
  '/',
  '/es',
  '/login',
  '/register',
  '/es/register',
  '/forgot-password',
  '/cookie-disclosure',
  '/it/login',
  '/old-register',
  '/api/content/live?type=page&key=forex',
  '/api/geo',
  '/forex',
];

export function cookies(random: Random, host: string): Input {
  const lines = Array.from({ length: random.pick([1, 1, 1, 2]) }, () => cookieHeader(random));
  return {
    kind: 'cookie',
    seed: random.seed,
    pieces: [
      Buffer.from(
        `GET ${random.pick(personal)} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    ],
    mostAnswers: 1,
    complete: true,
  };
}
