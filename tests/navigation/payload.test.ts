/** `_payload.json` and the document are two forms of one render, cached and dropped together (R62). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { startSite } from '../../server/site.ts';
import { staticPaths } from '../../content/static-paths.ts';
import type { PagePayload } from '../../site/page-payload.ts';
import { projectRoot } from '../../tools/project-root.ts';
import * as siteRenderer from '../../site/site-renderer.ts';

const siteUrl = inject('siteUrl');
const personal: string[] = siteRenderer.routes.filter(({ page }) => page.personal).map(({ pattern }) => pattern);

async function payload(path: string): Promise<PagePayload> {
  const response = await fetch(`${siteUrl}${path}`);
  expect([path, response.status, response.headers.get('content-type'), response.headers.get('x-robots-tag')]).toEqual([
    path,
    200,
    'application/json; charset=utf-8',
    'noindex',
  ]);
  return (await response.json()) as PagePayload;
}

test('R62: the payload of every static page has the main and head of the document, in every language', async () => {
  for (const prefix of ['', '/es', '/it']) {
    for (const path of Object.values(staticPaths).filter((found) => !personal.includes(found))) {
      const address = `${prefix}${path === '/' ? '' : path}`;
      const [html, parts] = await Promise.all([
        fetch(`${siteUrl}${address || '/'}`).then((response) => response.text()),
        payload(`${address}/_payload.json?abc`),
      ]);
      expect(html).toContain(`<main id="main" tabindex="-1">${parts.main}</main>`);
      expect(parts.main).not.toMatch(/<\/?(?:main|footer class|header class="header)/);
      const head = html.slice(0, html.indexOf('</head>'));
      const headTags = parts.head.match(/<(?:title>.*?<\/title|meta [^>]*|link [^>]*|script.*?<\/script)>/gs) ?? [];
      expect(headTags.length).toBeGreaterThan(6);
      for (const tag of headTags) expect(head).toContain(tag);
      expect(parts.head).toContain('<link rel="canonical"');
      expect(html).toContain(`lang="${parts.lang}" data-build="${parts.buildId}"`);
      for (const href of Object.values(parts.languages)) expect(html).toContain(href.replaceAll('&', '&amp;'));
      expect(JSON.stringify(parts).length).toBeLessThan(html.length * 0.85);
    }
  }
});

test('a page with personal content is loaded as a document, without an error', async () => {
  expect(personal).toEqual(expect.arrayContaining(['/login', '/register', '/forgot-password']));
  for (const path of personal) {
    // Fill the cache first: a cached page must answer like a rendered one.
    await (await fetch(`${siteUrl}${path}`)).text();
    const response = await fetch(`${siteUrl}${path}/_payload.json?abc`, { headers: { cookie: 'session=x' } });
    expect([path, response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
      path,
      200,
      'no-store',
      { document: true },
    ]);
  }
});

test('the query is part of the page address, the build id is not', async () => {
  const second = await payload('/search/_payload.json?abc&q=margin');
  expect(second.main).toContain('<mark>');
  expect((await payload('/search/_payload.json?abc')).main).not.toContain('<mark>');
});

test('a page is rendered once for document and payload, and a tag drops both', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-payload-'));
  let heading = 'A first heading';
  const demo = filesFeed(join(projectRoot, 'demo'));
  const feed = {
    name: 'files',
    async snapshot() {
      const snapshot = await demo.snapshot();
      const documents = snapshot.documents.map((document) =>
        document.type === 'legal-document' &&
        document.locale === 'en' &&
        (document.wire as { id: string }).id === 'privacy-policy'
          ? { ...document, wire: { ...(document.wire as object), title: heading } }
          : document,
      );
      return { ...snapshot, documents };
    },
  };
  let renders = 0;
  const renderer = {
    ...siteRenderer,
    renderPage: (...parameters: Parameters<typeof siteRenderer.renderPage>) => {
      renders += 1;
      return siteRenderer.renderPage(...parameters);
    },
  };
  const site = await startSite({
    config: { ...parseConfig({ ARCHIVE: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), port: 0 },
    root: projectRoot,
    buildId: 'test',
    assets: new Map(),
    documentAssets: () => ({ style: null, scripts: [], fonts: [] }),
    renderer: async () => renderer,
    feed,
  });
  const both = async () => {
    const main = ((await (await fetch(`${site.url}/privacy-policy/_payload.json?test`)).json()) as PagePayload).main;
    const html = await (await fetch(`${site.url}/privacy-policy`)).text();
    return [main, html].map((text) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]);
  };
  try {
    expect(await both()).toEqual([heading, heading]);
    expect(renders).toBe(1);
    heading = 'A second heading';
    await site.sync();
    expect(await both()).toEqual([heading, heading]);
    expect(renders).toBe(2);
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
