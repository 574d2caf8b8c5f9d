/** Generates requests to endpoints below `/api`: proofs of consent, webhooks of the content service, previews and others. */
import { createHmac } from 'node:crypto';
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';
import { cookieHeader } from './cookies.ts';
import { attackerAddress, addressHeader, originLines } from './forms.ts';

function request(random: Random, host: string, method: string, path: string, lines: string[], body: Buffer): Buffer[] {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `${addressHeader}: ${attackerAddress(random)}`,
    `Content-Length: ${body.length}`,
    ...lines,
    'Connection: close',
  ];
  return [Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])];
}

/** JSON of nearly the right shape; sometimes too deep, damaged, or no JSON at all. */
export function nearlyJson(random: Random, right: Record<string, unknown>): Buffer {
  if (random.chance(0.08)) return Buffer.from('['.repeat(random.pick([100, 5000, 100_000])));
  if (random.chance(0.08)) return random.bytes(random.length());
  const names = Object.keys(right);
  const wrong = Object.fromEntries(
    random
      .some(names, 3)
      .map((name) => [
        name,
        random.pick<unknown>([
          random.text(),
          null,
          -1,
          1e308,
          [],
          {},
          [[[[]]]],
          true,
          'x'.repeat(random.length() * 4),
          { [random.text()]: random.text() },
        ]),
      ]),
  );
  const json = Buffer.from(JSON.stringify({ ...right, ...wrong }));
  return random.chance(0.15)
    ? random.damaged(json)
    : random.chance(0.1)
      ? Buffer.from(json.toString().replace('{', '{"__proto__":{"attack":1},'))
      : json;
}

export function consent(random: Random, host: string): Input {
  const moment = new Date(1.76e12).toISOString();
  const right = {
    id: random.bytes(16).toString('hex'),
    consentId: random.bytes(16).toString('hex'),
    firstConsentAt: moment,
    decidedAt: moment,
    categories: ['necessary'],
    services: { necessary: [] },
    revision: 0,
    // No consent text was ever shown with this hash.
    textHash: random.bytes(32).toString('hex'),
    locale: 'en',
    source: 'dialog',
  };
  const choice = random.chance(0.3);
  const body = choice
    ? Buffer.from(
        `choice=${random.pick(['all', 'necessary', random.word()])}&locale=${random.pick(['en', 'de', '%00'])}&allow=${encodeURIComponent(random.word())}`,
      )
    : nearlyJson(random, right);
  const lines = [
    `Content-Type: ${choice ? 'application/x-www-form-urlencoded' : 'application/json'}`,
    ...originLines(random, host),
    ...(random.chance(0.3) ? [cookieHeader(random)] : []),
  ];
  return {
    kind: 'consent',
    seed: random.seed,
    pieces: request(random, host, 'POST', choice ? '/api/consent/choice' : '/api/consent', lines, body),
    mostAnswers: 1,
    complete: true,
  };
}

/** @param secret the webhook secret of the site; most of the requests carry a wrong one or none. */
export function webhook(random: Random, host: string, secret: string): Input {
  const right = {
    event: 'entry.publish',
    createdAt: new Date(1.76e12).toISOString(),
    model: random.pick(['page', 'tag', 'faq', 'header', 'none', '__proto__']),
    uid: 'api::page.page',
    entry: { id: 1, key: random.pick(['forex', 'about', random.word(), random.text().slice(0, 280)]), locale: 'en' },
  };
  const kind = random.below(5);
  const given =
    kind < 2
      ? secret
      : random.pick([
          secret.slice(0, -1),
          `${secret}x`,
          secret.toUpperCase(),
          '',
          random
            .bytes(24)
            .toString('latin1')
            .replaceAll(/[\r\n\u0000]/g, ''),
          'x'.repeat(3000),
        ]);
  const body = nearlyJson(random, right);
  if (kind === 4) {
    const words = new URLSearchParams({
      type: 'page',
      key: random.pick(['forex', '/evil.example', random.text()]),
      locale: random.pick(['en', 'es', 'xx']),
      status: 'draft',
      expires: random.pick(['9999999999', '1', 'NaN']),
    }).toString();
    const signature = random.chance(0.5)
      ? createHmac('sha256', 'not the secret').update(words).digest('hex')
      : random.text();
    return {
      kind: 'webhook',
      seed: random.seed,
      pieces: request(
        random,
        host,
        'GET',
        `/api/preview?${words}&signature=${encodeURIComponent(signature.replaceAll(/[\ud800-\udfff]/g, ''))}`,
        [],
        Buffer.alloc(0),
      ),
      mostAnswers: 1,
      complete: true,
    };
  }
  const path =
    kind === 3
      ? random.pick(['/api/content/confirm-removal', '/api/content/live?type=page&key=forex', '/api/content/live'])
      : '/api/content/webhook';
  const known = kind === 3 && path.endsWith('removal') ? '' : given;
  const method = path.includes('live') ? 'GET' : 'POST';
  return {
    kind: 'webhook',
    seed: random.seed,
    pieces: request(random, host, method, path, [`X-Webhook-Secret: ${known}`, 'Content-Type: application/json'], body),
    mostAnswers: 1,
    complete: true,
  };
}
