import type { PageSettings } from '../ui/current-page.tsx';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { noThirdParties } from '../consent/consent-registry.ts';
import { openReplica } from '../../content/replica/replica.ts';
import { languageAddresses, localePath } from '../i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { translator } from '../i18n/translate.ts';
import { loadLayout } from './layout-data.ts';
import { buildSiteFrame } from './site-frame.tsx';
import { readDemonstration } from '../../tests/sites/demonstration.ts';

const replica = openReplica(':memory:', () => undefined);
const content = await readDemonstration();
replica.apply(content);
afterAll(() => replica.close());

const settings: PageSettings = { origin: 'https://broker.example', strapiUrl: '', thirdParties: noThirdParties };

function makeFrame(locale: Locale, path: string, address: string | null, of = settings) {
  return buildSiteFrame({
    settings: of,
    locale,
    layout: loadLayout(replica.reader(), locale),
    languages: languageAddresses(undefined, path),
    address,
  });
}

const currentLinks = (markup: string) =>
  new Set([...markup.matchAll(/<a[^>]*href="([^"]*)"[^>]*aria-current="page"/g)].map(([, href]) => href));

function change(type: 'header' | 'header-nav-item' | 'footer', locale: Locale, fields: object): void {
  const inLanguage = (code: Locale) =>
    content.documents.find((document) => document.type === type && document.locale === code);
  const before = inLanguage(locale) ?? inLanguage('en');
  if (!before) throw new Error(`the demonstration has no ${type}`);
  replica.change({
    documents: [{ ...before, locale, wire: { ...(before.wire as object), ...fields } }],
    removed: [],
    media: [],
  });
  onTestFinished(() => void replica.apply(content));
}

test('a page marks the links to itself in its language, and the language switcher leads to the same page', () => {
  const { header, footer } = makeFrame('es', '/forex', '/es/forex');
  expect(currentLinks(header)).toEqual(new Set(['/es/forex']));
  expect(currentLinks(footer)).toEqual(new Set(['/es/forex']));
  expect(header).toContain('href="/api/locale?to=it&amp;path=%2Fit%2Fforex"');
  // The next page has no mark of this one, and `/es` does not mark the longer addresses that begin with it.
  const home = makeFrame('es', '/', '/es');
  expect(currentLinks(home.header)).toEqual(new Set(['/es']));
  expect(home.header).not.toContain('%2Fforex');
  expect(home.header + home.footer).not.toContain('{language:');
});

test('a page without an address marks no link', () => {
  const { header, footer } = makeFrame('en', '/', null);
  expect(currentLinks(header + footer)).toEqual(new Set());
});

test('the next page shows content that changed, in its language only', () => {
  const english = makeFrame('en', '/forex', '/forex');
  expect(makeFrame('es', '/forex', '/es/forex').footer).not.toContain('Otras redes');
  change('footer', 'es', { socialsTitle: 'Otras redes' });
  expect(makeFrame('es', '/forex', '/es/forex').footer).toContain('Otras redes');
  expect(makeFrame('en', '/forex', '/forex')).toEqual(english);
});

test('text from an editor that looks like a placeholder is not replaced', () => {
  change('footer', 'en', { socialsTitle: '{language:xx} {language:es}' });
  expect(makeFrame('en', '/', '/').footer).toContain('{language:xx} {language:es}');
  change('header', 'en', { loginButtonText: '{language:xx}' });
  expect(makeFrame('en', '/', '/').header).toContain('{language:xx}');
});

test('markup is not shared between different settings', () => {
  change('footer', 'it', {
    paymentMethodsItems: [{ url: '/uploads/card.png', alternativeText: 'Carta', width: 40, height: 30 }],
  });
  const images = [settings, { ...settings, strapiUrl: 'https://cms.example' }, settings].map(
    (own) => makeFrame('it', '/', '/it', own).footer.match(/[^"]*card\.png/)?.[0],
  );
  expect(images).toEqual(['/uploads/card.png', 'https://cms.example/uploads/card.png', '/uploads/card.png']);
});

test('social links without a title have the default title', () => {
  change('footer', 'en', { socialsTitle: null });
  expect(makeFrame('en', '/', '/').footer).toContain('>Follow us on:<');
});

test.each(locales)('R23: a link that opens a new tab announces it in the language of the page', (locale) => {
  const link = { name: 'Status', url: 'https://status.example/', openInNewTab: true };
  change('header-nav-item', locale, {
    content: [{ __component: 'header.nav-group', links: [link, { ...link, name: 'Here', openInNewTab: false }] }],
  });
  change('footer', locale, { additionalLinks: [link, { ...link, name: 'Here', openInNewTab: false }] });
  const { header, footer } = makeFrame(locale, '/', localePath('/', locale));
  for (const markup of [header, footer]) {
    const [opens, stays] = ['Status', 'Here'].map(
      (name) =>
        markup.match(
          new RegExp(`<a [^>]*href="https://status.example/"[^>]*>(?:(?!</a>).)*${name}(?:(?!</a>).)*</a>`, 's'),
        )?.[0] ?? '',
    );
    expect(opens).toMatch(/target="_blank"/);
    expect(opens).toContain(`<span class="visually-hidden"> ${translator(locale)('layout.newTab')}</span>`);
    expect(stays).toContain('Here');
    expect(stays).not.toMatch(/target=|visually-hidden/);
  }
});
