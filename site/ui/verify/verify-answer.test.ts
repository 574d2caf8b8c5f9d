import { expect, test } from 'vitest';
import type { PageVersion } from './compare-pages.ts';
import { readPageText } from './page-text.ts';
import { type FileAnswer, answerFile, maxSavedPage, readAddress } from './verify-answer.ts';

const host = 'broker.example';
const address = `https://${host}/forex`;
const props = JSON.stringify({ words: { weekdays: ['Mon', 'Tue'], inZone: '{zone}; {time}.', closed: 'closed' } });

/** A page as the server writes it: React's comments between texts, a hidden line, hours in UTC, a notice for some. */
function writePage(
  words = 'Leverage is at most 1:30, and most clients lose money.',
  clock = 'UTC. Mon 09:00–17:00',
  more = '',
): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>p{color:red}</style>
<title>Forex | Broker</title><link rel="canonical" href="${address}"></head><body>
<a class="skip-link" href="#main">Skip</a><noscript><p>Residents of the EU</p></noscript>
<main id="main"><h1>Forex &amp; metals</h1><p>${words}</p><p>Caf&eacute;, spread<!-- -->s from <!-- -->0.6&nbsp;pips</p>
<p hidden>There are problems with <!-- -->0 answers</p><img src="/chart.svg" alt="Prices rose by 2% in May">
<a href="/register">Open an account</a> <a href="tel:+27210000000">Call</a>
<is-land data-name="market-week" data-props='${props}'><p>${clock}</p></is-land></main><script>var a = "x";</script>${more}</body></html>`;
}

const version = (html: string, from: number, until: number | null): PageVersion => ({
  from,
  until,
  page: readPageText(html, '/forex'),
});
/** The newest first. */
const versions = [
  version(writePage('New words altogether for the first paragraph here.'), 300, null),
  version(writePage(), 200, 300),
  version(writePage().replace('<style>', '<style>a{}'), 100, 200),
];
const readVersions = async (path: string) =>
  path !== '/forex'
    ? null
    : (async function* read() {
        yield* versions;
      })();
const ask = (file: string | Uint8Array, typed = ''): Promise<FileAnswer> =>
  answerFile(typeof file === 'string' ? new TextEncoder().encode(file) : file, typed, host, readVersions);

/** @returns what was altered, as `ours → theirs`; the kind for another answer. */
async function tell(file: string | Uint8Array, typed = ''): Promise<string> {
  const answer = await ask(file, typed);
  if (answer.kind !== 'altered') return answer.kind;
  return answer.alterations.map(({ ours, theirs }) => `${ours.join(' ')} → ${theirs.join(' ')}`).join('; ');
}

/** As Chromium serialises the page after its scripts ran. */
const saved = writePage()
  .replace('<html', `<!-- saved from url=(0028)${address}?utm_source=mail -->\n<html class="js"`)
  .replace('spread<!-- -->s from <!-- -->', 'spreads from ')
  .replace('&eacute;', 'é')
  .replace('href="/register"', `href="https://${host}/register"`)
  .replace('href="#main"', `href="${address}#main"`)
  .replace("data-props='", 'data-state="live" data-props=\'')
  .replace('UTC. Mon 09:00–17:00', 'America/Mexico City; Tue 03:15 · Mon–Tue 03:00–11:00')
  .replace('</body>', '<div id="cc-main"><div><p>We use cookies</p></div></div></body>');

function encodeQuotedPrintable(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const coded = bytes.map((byte) =>
    byte === 10
      ? '\r\n'
      : byte < 32 || byte > 126 || byte === 61
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
  );
  return coded.join('').replace(/(?:=[\dA-F]{2}|[^=\r\n]){70}/g, '$&=\r\n');
}

const mhtml = (html: string, location = address) =>
  `From: <Saved by Blink>\r\nSnapshot-Content-Location: ${location}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--x--"\r\n\r\n\r\n----x--\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: ${location}\r\n\r\n${encodeQuotedPrintable(html)}\r\n----x----\r\n`;
const withoutHidden = saved.replace(/<p hidden>.*?<\/p>/, '').replace(/<noscript>.*?<\/noscript>/, '');

test.each<[string, string | Uint8Array, string]>([
  ['the source', writePage(), 'ours'],
  ['the page after its scripts', saved, 'ours'],
  [
    'lines that Firefox wrapped',
    saved.replace('most clients', 'most\n    clients').replace('03:00–11:00', '03:00–\n11:00'),
    'ours',
  ],
  ['MHTML, which lacks what is hidden', mhtml(withoutHidden), 'ours'],
  [
    'another encoding',
    Uint8Array.from(writePage().replace('utf-8', 'windows-1252').replace('–', '-'), (sign) => sign.codePointAt(0) ?? 0),
    '09:00– → 09:00-',
  ],
  ['a word at the start', saved.replace('<title>Forex', '<title>Crypto'), 'Forex → Crypto'],
  ['a word in the middle', saved.replace('most clients', 'few clients'), 'most → few'],
  ['a word in MHTML', mhtml(withoutHidden.replace('most clients', 'few clients')), 'most → few'],
  ['a word in what was hidden', saved.replace('0 answers', '9 answers'), '0 → 9'],
  ['the last word', writePage().replace('17:00', '18:00'), '17:00 → 18:00'],
  ['a word on the clock', saved.replace('Mexico City;', 'Mexico City; guaranteed'), ' → guaranteed'],
  ['a word in a picture’s text', saved.replace('by 2% in May', 'by 20% in May'), '2% → 20%'],
  [
    'where a link leads',
    saved.replace(`https://${host}/register`, 'https://broker.test/register'),
    '↗/register → ↗https://broker.test/register',
  ],
  ['a number to call', saved.replace('+27210000000', '+27219999999'), '↗tel:+27210000000 → ↗tel:+27219999999'],
  ['an added sentence', saved.replace('</main>', '<p>Send bitcoin now</p></main>'), ' → Send bitcoin now'],
  [
    'a sentence that is gone',
    saved.replace(', and most clients lose money.', '.'),
    '1:30, and most clients lose money. → 1:30.',
  ],
  [
    'another page with our address',
    `<html><head><link rel="canonical" href="${address}"></head><body><p>Win a car today, dear friend</p></body></html>`,
    'never',
  ],
  ['a page that the archive does not know', saved.replaceAll('/forex', '/unknown'), 'never'],
  ['a page that names no address', saved.replace(/<link[^>]*>/, '').replace(/<!-- saved.*?-->/, ''), 'nameless'],
  ['nothing', '', 'no-page'],
  ['a picture', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256), 'no-page'],
  ['too much', new Uint8Array(maxSavedPage + 1), 'too-large'],
])('%s (S451)', async (_, file, told) => {
  expect(await tell(file)).toBe(told);
});

test('names from when to when the words stood, whatever else changed meanwhile (S451)', async () => {
  expect(await ask(saved)).toEqual({
    kind: 'ours',
    from: 100,
    until: 300,
    clocks: true,
    added: ['We', 'use', 'cookies'],
    path: '/forex',
    others: [],
  });
});

test('a clone is told by its address (S451)', async () => {
  const clone = saved.replaceAll(host, 'br0ker.example');
  expect(await ask(clone)).toMatchObject({ kind: 'ours', path: '/forex', others: ['br0ker.example'] });
  const nameless = saved.replace(/<link[^>]*>/, '').replace(/<!-- saved.*?-->/, '');
  expect(await tell(nameless, `${host}/forex`)).toBe('ours');
});

test('files of five megabytes without sense end soon (S451)', { timeout: 10_000 }, async () => {
  const head = `<html><link rel="canonical" href="${address}"><body>`;
  for (const part of [
    '<a',
    '<a "',
    '&amp;',
    'word ',
    '<!--',
    '</p',
    '<p title=\'x"',
    '<script>',
    '<title>',
    '< ',
    '=\r\n',
  ]) {
    const file = (head + part.repeat(Math.ceil(maxSavedPage / part.length))).slice(0, maxSavedPage);
    expect(['never', 'altered']).toContain((await ask(file)).kind);
  }
  expect((await ask(mhtml(head + '=3D'.repeat(200_000)))).kind).toBe('never');
});

test.each([
  ['https://broker.example/forex', { host, path: '/forex' }],
  ['  Broker.Example/Forex/ ', { host, path: '/Forex/' }],
  ['//broker.example/es?x=1#y', { host, path: '/es' }],
  ['/forex', { host, path: '/forex' }],
  ['http://broker.example:8080/', { host: 'broker.example:8080', path: '/' }],
  ['https://bröker.example/', { host: 'xn--brker-kua.example', path: '/' }],
  ['https://broker.example@evil.test/forex', { host: 'evil.test', path: '/forex' }],
  ['nonsense', null],
  ['javascript:alert(1)', null],
  ['mailto:office@broker.example', null],
  ['', null],
  [`https://broker.example/${'x'.repeat(3000)}`, null],
])('the address %s (S450)', (typed, read) => {
  expect(readAddress(typed, host)).toEqual(read);
});
