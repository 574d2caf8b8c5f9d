/** The error screen of a missing page and of `/error`, and what `default-seo` says for all pages, in every language. */
import { describe, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';

const get = (path: string) => fetch(`${inject('siteUrl')}${path}`, { redirect: 'manual' });

describe('the error screen', () => {
  const lines: Readonly<Record<string, readonly string[]>> = {
    en: ['Oops! Page Not Found', 'Return to Home', '<code>Page not found: /nope</code>'],
    es: [
      '¡Vaya! Página no encontrada',
      'Volver al inicio',
      'La página no existe. El mensaje técnico: <span lang="en"><code>Page not found: /es/nope</code></span>',
    ],
    it: [
      'Ops! Pagina non trovata',
      'Torna alla pagina iniziale',
      'La pagina non esiste. Il messaggio tecnico: <span lang="en"><code>Page not found: /it/nope</code></span>',
    ],
  };

  test.each(locales)('of a 404 says every line in %s, with the specified message beside it', async (locale) => {
    const html = await (await get(localePath('/nope', locale))).text();
    for (const line of lines[locale] ?? []) expect(html).toContain(line);
    expect(html.includes('technical message')).toBe(false);
  });

  test.each(locales)('is what /error shows in %s with status 200, and help below it', async (locale) => {
    const page = await get(localePath('/error', locale));
    const html = await page.text();
    expect(page.status).toBe(200);
    const title = /<title>.*?<\/title>/;
    expect(title.exec(html)?.[0]).toBe(title.exec(await (await get(localePath('/nope', locale))).text())?.[0]);
    if (locale === 'en') expect(html).toMatch(/<title>404 - Page Not Found[^<]+Veldstone<\/title>/);
    for (const line of (lines[locale] ?? []).slice(0, 2)) expect(html).toContain(line);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/lost-path/);
    expect(html.lastIndexOf('<h2')).toBeGreaterThan(html.indexOf('<h1'));
    expect(html).not.toContain('Page not found:');
  });

  test.each(locales)(
    'every page has keywords in %s, and the default picture stands in where none is drawn',
    async (locale) => {
      const keywords = async (path: string) =>
        /<meta name="keywords" content="([^"]+)"/.exec(await (await get(localePath(path, locale))).text())?.[1];
      for (const path of ['/forex', '/about', '/nope']) expect(await keywords(path)).toMatch(/MetaTrader\s5/);
      expect(await (await get(localePath('/nope', locale))).text()).toMatch(
        /property="og:image" content="[^"]*icon-512/,
      );
      expect(await (await get(localePath('/forex', locale))).text()).toMatch(
        /property="og:image" content="[^"]*share-pictures/,
      );
    },
  );
});
