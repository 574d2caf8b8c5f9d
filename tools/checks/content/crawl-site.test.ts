import { expect, test } from 'vitest';
import { readPage } from './crawl-site.ts';

test('the crawler reads links, anchors and head of a page', () => {
  const html = `<!doctype html><html lang="es"><head><title>Bid &amp; ask | Veldstone</title><meta name="description" content="Dos precios"/>
    <link rel="canonical" href="https://veldstone.example/es/glossary"/><link rel="stylesheet" href="/assets/a.css"/></head><body id="top"><a class="x" href="/es/forex?a=1&amp;b=2#spreads">a</a><a href="#terms">b</a>
    <a href="https://elsewhere.example/">c</a><a href="mailto:a@b.example">d</a><img alt="" src="/media/1/x.svg"/></body></html>`;
  expect(readPage(html, '/es/glossary')).toEqual({
    links: ['/assets/a.css', '/es/forex?a=1&b=2#spreads', '/es/glossary#terms', '/media/1/x.svg'],
    ids: new Set(['top']),
    head: { locale: 'es', path: '/es/glossary', title: 'Bid & ask | Veldstone', description: 'Dos precios' },
  });
  expect(readPage(html, '/en/glossary').head).toBeNull();
  expect(
    readPage(html.replace('<meta', '<meta name="robots" content="noindex, follow"/><meta'), '/es/glossary').head,
  ).toBeNull();
});
