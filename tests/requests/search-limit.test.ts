/** Searching costs the server more than any other page, so each address has a limit; beyond it, a page keeps the visitor's words. */
import { afterAll, expect, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { Visitor, addressHeader } from '../sites/account-site.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';

const site = await startBuiltSite({ LOG_LEVEL: 'warn', CLIENT_IP_HEADER: addressHeader });
afterAll(() => site.stop());

const sentences = {
  en: {
    search:
      'Too many searches have come from your network in the last minute. Your words are still in the field: please wait a minute and search again.',
    page: 'Too many requests have come from your network in the last minute. What you asked for is in this page’s address: please wait a minute and load it again.',
  },
  es: {
    search:
      'Han llegado demasiadas búsquedas desde tu red en el último minuto. Tus palabras siguen en el campo: espera un minuto y vuelve a buscar.',
    page: 'En el último minuto han llegado demasiadas peticiones desde tu red. Lo que has pedido está en la dirección de esta página: espera un minuto y vuelve a cargarla.',
  },
  it: {
    search:
      'Nell’ultimo minuto sono arrivate troppe ricerche dalla Sua rete. Le parole sono ancora nel campo: attenda un minuto e cerchi di nuovo.',
    page: 'Nell’ultimo minuto sono arrivate troppe richieste dalla Sua rete. Ciò che ha chiesto è nell’indirizzo di questa pagina: attenda un minuto e la ricarichi.',
  },
};

test('a visitor who searched too often gets a message in their language, keeps the query, and does not affect others', async () => {
  const crowd = new Visitor(site.url, '192.0.2.1');
  const statuses = new Set<number>();
  for (let sent = 0; sent < 300; sent += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => crowd.get('/api/search?q=gold')));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  for (const locale of ['en', 'es', 'it'] as const) {
    const path = `${localePath('/search', locale)}?q=margin+%22call%22`;
    const { status, text, headers } = await crowd.get(path);
    expect([locale, status, headers.get('cache-control'), Number(headers.get('retry-after')) > 0]).toEqual([
      locale,
      429,
      'no-store',
      true,
    ]);
    expect(text).toContain(sentences[locale].search);
    expect(text).toContain('value="margin &quot;call&quot;"');
    expect(text).not.toContain('<mark>');
    expect((await new Visitor(site.url, '192.0.2.2').get(path)).status).toBe(200);
    // Other answers to parameters that no cache keeps cost as much and count, too.
    for (const address of ['/cfd-asset-list?q=gold', '/trading-hours?zone=Tokyo']) {
      const refused = await crowd.get(localePath(address, locale));
      expect([address, refused.status, refused.headers.get('cache-control')]).toEqual([address, 429, 'no-store']);
      expect(refused.text).toContain(sentences[locale].page);
      const [plain = ''] = address.split('?');
      expect((await crowd.get(localePath(plain, locale))).status).toBe(200);
    }
    // The search form without a query, and every other page, do not count towards the limit.
    expect((await crowd.get(localePath('/search', locale))).status).toBe(200);
    expect((await crowd.get(localePath('/forex', locale))).status).toBe(200);
  }
  const suggestions = await crowd.get('/api/search?q=gold');
  expect([suggestions.status, suggestions.text, suggestions.headers.get('cache-control')]).toEqual([
    429,
    '[]',
    'no-store',
  ]);
  expect((await crowd.get('/search/_payload.json?1&q=gold')).status).toBe(429);
  const download = await crowd.get('/api/instruments.csv');
  expect([download.status, download.text]).toEqual([
    429,
    'Too many downloads have come from your network in the last minute.',
  ]);
  expect((await crowd.get('/api/costs?symbol=EURUSD')).status).toBe(429);
});

test('only the first words of a long query are searched', async () => {
  const search = async (q: string) =>
    (await new Visitor(site.url, '192.0.2.3').get(`/search?${new URLSearchParams({ q })}`)).text;
  const many = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';
  expect(await search(`${many} margin`)).toContain('<mark>');
  expect(await search(`${many} j0 margin`)).not.toContain('<mark>');
  expect(await search('x'.repeat(4000))).toContain(`value="${'x'.repeat(100)}"`);
});
