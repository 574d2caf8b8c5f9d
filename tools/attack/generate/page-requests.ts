/** Generates complete requests for pages: with addresses that nothing links to, and with headers that must never affect what others see. */
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';
import { cookieHeader } from './cookies.ts';

/** The pages that healthy visitors read and whose bytes must not change. */
export const watchedPaths = [
  '/',
  '/es',
  '/it',
  '/forex',
  '/es/forex',
  '/it/forex',
  '/login',
  '/es/register',
  '/it/contact',
  '/privacy-policy',
  '/es/glossary',
  '/it/faqs',
  '/account-types',
  '/es/trading-tools',
  '/news-center',
  '/es/legal/risk-disclosure',
  '/search?q=gold',
  '/cfd-asset-list/eurusd',
] as const;

const parts = [
  'forex',
  'es',
  'it',
  'en',
  'de',
  'news',
  'legal',
  'job-post',
  'education',
  'search',
  'api',
  'strapi',
  'media',
  'assets',
  'embed',
  '_builds',
  '_payload.json',
  'index.html',
  'index.php',
  '.git',
  '.env',
  'wp-admin',
  '..',
  '.',
  '',
  'news-center',
  'glossary',
  'faqs',
  'content',
  'preview',
  'metrics',
  'consent',
  'geo',
  'cfd-asset-list',
  'eurusd',
  'XAUUSD',
];

/** Fields of the cost ticket, the calculators and the comparison of accounts, some with what they expect. */
const costFields: Record<string, readonly string[]> = {
  tool: ['cost', 'pip', 'margin', 'profit', 'size', 'swap', 'convert'],
  symbol: ['EURUSD', 'oro', 'AAPL', 'a'],
  for: ['EURUSD'],
  side: ['long', 'short'],
  lots: ['0,5', '1e308', '-0', '99999999999999999999'],
  nights: ['3', '366', '9007199254740993'],
  from: ['monday', 'sunday'],
  account: ['prime', '__proto__'],
  currency: ['EUR', 'constructor'],
  open: ['1.2', '1.000.000'],
  close: ['0'],
  risk: ['1'],
  stop: ['0,0000001'],
  amount: ['1'.repeat(40)],
  source: ['JPY'],
  to: ['ZAR'],
  symbol1: ['EURUSD', 'oro'],
  lots1: ['1'],
  trades1: ['1000'],
  nights1: ['366'],
  symbol2: ['gold'],
  deposit: ['500'],
  what: ['oro'],
  hold: ['weeks', 'toString'],
};

/** A question to the pages that compute costs, or to the endpoint of their islands. */
function costQuestion(random: Random): string {
  const path = random.pick(['/trading-tools', '/es/trading-tools', '/it/account-types', '/api/costs']);
  const asked = random.some(Object.entries(costFields), 12).map(([name, right]) => {
    const value = random.chance(0.6) ? random.pick(right) : random.text().replaceAll(/[\ud800-\udfff]/g, '');
    return `${name}=${encodeURIComponent(value).slice(0, 900)}`;
  });
  return `${path}?${asked.join('&')}`;
}

function address(random: Random): string {
  if (random.chance(0.2)) return costQuestion(random);
  const path = Array.from({ length: random.between(1, 5) }, () =>
    random.pick([
      random.pick(parts),
      random.pick(parts),
      encodeURIComponent(random.text().replaceAll(/[\ud800-\udfff]/g, '')).slice(0, 600),
      `${random.pick(parts)}%${random.pick(['00', '2f', '5c', 'zz', 'ff', 'e2%80%ae', '25'])}`,
    ]),
  ).join('/');
  const query = random.chance(0.6)
    ? `?${Array.from({ length: random.between(1, 8) }, () => `${random.pick(['q', 'page', 'class', 'sort', 'size', 'utm_source', 'ref', 'confirm', 'token', 'consent', 'category', 'preview', random.word(), '__proto__', 'q[]', 'page[$ne]'])}=${encodeURIComponent(random.text().replaceAll(/[\ud800-\udfff]/g, '')).slice(0, 900)}`).join(random.pick(['&', '&', ';', '&&']))}`
    : '';
  return `/${path}${query}`;
}

const request = (path: string, host: string, lines: string[]) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n`,
    'latin1',
  );

export function pageAddress(random: Random, host: string): Input {
  const lines = random.some(
    [
      `Accept-Encoding: ${random.pick(['br', 'gzip', 'identity'])}`,
      `Accept-Language: ${random.pick(['en', 'es', 'it', 'de', '*', 'x'.repeat(500)])}`,
      'User-Agent: Googlebot/2.1',
      `If-None-Match: "${random.word()}"`,
    ],
    3,
  );
  return {
    kind: 'page address',
    seed: random.seed,
    pieces: [request(address(random), host, lines)],
    mostAnswers: 1,
    complete: true,
  };
}

/** A request with headers that some cache, framework or proxy trusts. */
export function poisoning(random: Random, host: string): Input {
  const evil = random.pick([
    'evil.example',
    'evil.example:8443',
    '<attack>',
    '"><attack>',
    'localhost/attack',
    'javascript:attack',
    '127.0.0.1',
    `${random.word()}.evil.example`,
  ]);
  const names = [
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'X-Forwarded-Prefix',
    'X-Forwarded-Server',
    'X-Forwarded-Scheme',
    'X-Host',
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Original-Host',
    'Forwarded',
    'X-Real-IP',
    'True-Client-IP',
    'CF-IPCountry',
    'X-HTTP-Method-Override',
    'X-Method-Override',
    'X-Wap-Profile',
    'Via',
    'Origin',
    'Referer',
    'User-Agent',
    'Accept',
    'Accept-Encoding',
    'X-Country',
    'Sec-Fetch-Site',
    'Authorization',
    'Range',
    'If-Range',
    'Cache-Control',
    'Pragma',
    'Surrogate-Capability',
    'X-Requested-With',
    'Save-Data',
    'Content-Type',
    'Upgrade-Insecure-Requests',
  ];
  const lines = Array.from({ length: random.between(1, 5) }, () => {
    const name = random.pick(names);
    const value =
      name === 'Forwarded'
        ? `host=${evil};proto=https;for=${evil}`
        : name === 'Accept-Encoding'
          ? random.pick(['br', 'gzip', 'identity', 'deflate', 'x', 'br;q=0, gzip;q=0'])
          : random.pick([evil, evil, `https://${evil}/`, random.text().replaceAll(/[\r\n]+/g, ' ')]);
    return `${name}: ${value}`;
  });
  if (random.chance(0.4))
    lines.push(
      `Accept-Language: ${random.pick(['es', 'it', 'de', 'es-MX;q=0.9', '<attack>', 'x'.repeat(300), '*;q=0'])}`,
    );
  if (random.chance(0.4)) lines.push(cookieHeader(random));
  const path = random.pick(watchedPaths);
  const query = random.chance(0.4)
    ? `${path.includes('?') ? '&' : '?'}${random.pick(['utm_source', 'ref', 'lang', 'locale', 'callback', 'page', '_'])}=${encodeURIComponent(random.pick([evil, random.word()]))}`
    : '';
  // `/` depends on the language by design, so the judge compares a later request without these headers (`poisons`).
  return {
    kind: 'poisoning',
    seed: random.seed,
    pieces: [request(`${path}${query}`, random.chance(0.15) ? evil.replaceAll(/[<>"]/g, '') : host, lines)],
    mostAnswers: 1,
    complete: true,
    poisons: path,
  };
}
