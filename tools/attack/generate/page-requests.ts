/** Generates complete requests for pages, with addresses that no page links to and with headers that must never affect other visitors. */
import * as fc from 'fast-check';
import hostileStrings from './hostile-strings.json' with { type: 'json' };
import { cookieLine } from './endpoints.ts';
import { type Input, formatRequest } from './input.ts';
import { oneWord, encodedText, lineText, mostly, sometimes, word } from './text.ts';

/** The pages that healthy visitors read and whose bytes must not change. */
export const watchedPaths: readonly string[] = [
  ...'/ /es /it /forex /es/forex /it/forex /login /es/register /it/contact /privacy-policy /es/glossary'.split(' '),
  ...'/it/faqs /account-types /es/trading-tools /news-center /es/legal/risk-disclosure /search?q=gold'.split(' '),
  '/cfd-asset-list/eurusd',
];

const parts = oneWord(
  'forex es it en de news legal job-post education search api strapi media assets embed _builds _payload.json index.html index.php .git .env wp-admin .. .  news-center glossary faqs content preview metrics consent geo cfd-asset-list eurusd XAUUSD',
);
const parameters = mostly(
  88,
  oneWord('q page class sort size utm_source ref confirm token consent category preview __proto__ q[] page[$ne]'),
  word,
);

/** A query of the pages that compute costs, or of the endpoint of their islands. */
const costQuery = fc
  .tuple(
    oneWord('/trading-tools /es/trading-tools /it/account-types /api/costs'),
    fc.array(
      fc
        .constantFrom(...Object.entries(hostileStrings.costFields))
        .chain(([name, usual]) =>
          mostly(60, oneWord(usual).map(encodeURIComponent), encodedText()).map((value) => `${name}=${value}`),
        ),
      { maxLength: 12 },
    ),
  )
  .map(([path, fields]) => `${path}?${fields.join('&')}`);

const path = fc
  .array(
    fc.oneof(
      parts,
      parts,
      encodedText(600),
      fc.tuple(parts, oneWord('00 2f 5c zz ff e2%80%ae 25')).map((pair) => pair.join('%')),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => `/${all.join('/')}`);

const query = fc
  .tuple(
    fc.array(
      fc.tuple(parameters, encodedText()).map((pair) => pair.join('=')),
      { minLength: 1, maxLength: 8 },
    ),
    oneWord('& & ; &&'),
  )
  .map(([pairs, separator]) => `?${pairs.join(separator)}`);

const address = mostly(
  20,
  costQuery,
  fc.tuple(path, mostly(60, query, fc.constant(''))).map((pair) => pair.join('')),
);

export function pageAddress(host: string): fc.Arbitrary<Input> {
  const line = fc.oneof(
    oneWord('br gzip identity').map((value) => `Accept-Encoding: ${value}`),
    oneWord(`en es it de * ${'x'.repeat(500)}`).map((value) => `Accept-Language: ${value}`),
    fc.constant('User-Agent: Googlebot/2.1'),
    word.map((value) => `If-None-Match: "${value}"`),
  );
  return fc.tuple(address, fc.array(line, { maxLength: 3 })).map(([target, lines]) => ({
    kind: 'page address',
    pieces: [formatRequest(`GET ${target}`, [`Host: ${host}`, ...lines])],
    maxAnswers: 1,
    complete: true,
  }));
}

/** Headers that some cache, framework or proxy trusts. */
const trustedHeaders = oneWord(
  'X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Server X-Forwarded-Scheme X-Host X-Original-URL X-Rewrite-URL X-Original-Host Forwarded X-Real-IP True-Client-IP CF-IPCountry X-HTTP-Method-Override X-Method-Override X-Wap-Profile Via Origin Referer User-Agent Accept Accept-Encoding X-Country Sec-Fetch-Site Authorization Range If-Range Cache-Control Pragma Surrogate-Capability X-Requested-With Save-Data Content-Type Upgrade-Insecure-Requests',
);
const evilHosts = mostly(
  88,
  oneWord('evil.example evil.example:8443 <attack> "><attack> localhost/attack javascript:attack 127.0.0.1'),
  word.map((name) => `${name}.evil.example`),
);

function trustedLine(evil: string): fc.Arbitrary<string> {
  return trustedHeaders.chain((name) => {
    const values: Record<string, fc.Arbitrary<string>> = {
      Forwarded: fc.constant(`host=${evil};proto=https;for=${evil}`),
      'Accept-Encoding': fc.constantFrom('br', 'gzip', 'identity', 'deflate', 'x', 'br;q=0, gzip;q=0'),
    };
    return (values[name] ?? fc.oneof(fc.constantFrom(evil, evil, `https://${evil}/`), lineText)).map(
      (value) => `${name}: ${value}`,
    );
  });
}

export function poisoning(host: string): fc.Arbitrary<Input> {
  const languages = oneWord(`es it de es-MX;q=0.9 <attack> ${'x'.repeat(300)} *;q=0`);
  return evilHosts.chain((evil) =>
    fc
      .record({
        lines: fc.array(trustedLine(evil), { minLength: 1, maxLength: 5 }),
        language: sometimes(
          40,
          languages.map((value) => `Accept-Language: ${value}`),
        ),
        cookie: sometimes(40, cookieLine),
        path: fc.constantFrom(...watchedPaths),
        parameter: mostly(
          40,
          fc.tuple(oneWord('utm_source ref lang locale callback page _'), mostly(50, fc.constant(evil), word)),
          fc.constant(null),
        ),
        host: mostly(85, fc.constant(host), fc.constant(evil.replaceAll(/[<>"]/g, ''))),
      })
      .map(({ lines, language, cookie, path: watched, parameter, host: sent }): Input => {
        const [name, value = ''] = parameter ?? [];
        const added = name ? `${watched.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}` : '';
        // `/` depends on the language by design, so the judge compares a later request without these headers (`poisons`).
        return {
          kind: 'poisoning',
          pieces: [formatRequest(`GET ${watched}${added}`, [`Host: ${sent}`, ...lines, ...language, ...cookie])],
          maxAnswers: 1,
          complete: true,
          poisons: watched,
        };
      }),
  );
}
