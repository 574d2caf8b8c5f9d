/** Drafts are for editors only: a signed link that expires opens them, on pages that nobody else gets. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { type PreviewTarget, signLink } from '../../server/content/preview-link.ts';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';
import { settled } from '../browser.ts';
import { describeCookie } from '../describe-cookie.ts';
import { until } from '../until.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import type { StrapiEditor } from './strapi-editor.ts';
import { bar, launchVisitorBrowser, visitor } from '../visitor-browser.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { administrator, apiToken, webhookSecret } from './strapi-process.ts';
import { exhaustive } from '../sampled.ts';

/** The address where editors reach Strapi. The site reads Strapi at another one, which must stay private. */
const panel = 'https://cms.broker.example';
let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-preview-'));
  strapi = shared;
  await strapi.seedAgain();
  site = await readySiteFromStrapi(
    strapi.url,
    join(folder, 'site'),
    {},
    { PORT: strapi.sitePort, CMS_PUBLIC_URL: panel },
  );
  editor = strapi.admin;
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const link = (target: Partial<PreviewTarget>, secret = webhookSecret) =>
  `${site.url}/api/preview?${signLink({ type: 'page', key: 'forex', locale: 'en', status: 'draft', expires: Math.floor(Date.now() / 1000) + 3600, ...target }, secret)}`;

async function open(target: Partial<PreviewTarget>): Promise<{ location: string; cookie: string }> {
  const answer = await fetch(link(target), { redirect: 'manual' });
  expect(answer.status).toBe(303);
  // As long as the link works. Over https it has what a frame needs (`tests/requests/cookies.test.ts`).
  expect(describeCookie(answer.headers.get('set-cookie') ?? '')).toMatch(
    /^preview: HttpOnly, Max-Age=(?:3599|3600), Path=\/, SameSite=Lax$/,
  );
  return {
    location: answer.headers.get('location') ?? '',
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}

const get = async (path: string, cookie = '') => {
  const response = await fetch(`${site.url}${path}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'bot', ...(cookie ? { cookie } : {}) },
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

test('a draft is visible only with the cookie of its link', async () => {
  const draft = await editor.draft('page', 'forex', 'es');
  const title = 'Un borrador que nadie ve';
  await editor.save(
    'page',
    draft.documentId,
    {
      ...draft,
      title,
      blocks: [
        { ...(draft['blocks'] as object[])[0], heading: title },
        ...(draft['blocks'] as { __component: string; points?: object[] }[]).slice(1).map((block) =>
          block.__component === 'blocks.diagram'
            ? {
                ...block,
                points: block.points?.map((point, index) => (index === 0 ? { ...point, label: 'Wellington' } : point)),
              }
            : block,
        ),
      ],
    },
    'es',
  );
  const published = (await get('/es/forex')).html;
  const { location, cookie } = await open({ locale: 'es' });
  expect(location).toBe('/es/forex');
  const preview = await get(location, cookie);
  expect(preview.status).toBe(200);
  expect(preview.html).toContain(`${title}</h1>`);
  // The diagram of the draft: its address shows others what is published.
  const [drawing = ''] = /\/drawings\/[^"]+\/sessions\/wide\.svg/.exec(preview.html) ?? [];
  expect((await get(drawing, cookie)).html).toContain('>Wellington</textPath>');
  expect((await get(drawing)).headers.get('location')).toBe(
    /\/drawings\/[^"]+\/sessions\/wide\.svg/.exec(published)?.[0],
  );
  expect(preview.html).toContain('Vista previa');
  expect(preview.html).toContain('content="noindex');
  expect([
    preview.headers.get('cache-control'),
    preview.headers.get('x-robots-tag'),
    preview.headers.get('etag'),
  ]).toEqual(['private, no-store', 'noindex, nofollow', null]);
  // The panel shows the preview in a frame; no other site may.
  expect(preview.headers.get('content-security-policy')).toMatch(new RegExp(`; frame-ancestors ${panel}$`));
  expect(preview.headers.get('x-frame-options')).toBeNull();
  const publicPage = await get('/es/forex');
  expect([
    publicPage.headers.get('x-frame-options'),
    publicPage.headers.get('content-security-policy')?.includes("frame-ancestors 'none'"),
  ]).toEqual(['DENY', true]);
  expect(publicPage.html).toBe(published);
  for (const { html, headers } of [preview, publicPage])
    expect([html, ...headers.values()].filter((text) => text.includes(strapi.url))).toEqual([]);
  expect(publicPage.headers.get('content-security-policy')).toContain(`img-src 'self' data: ${panel};`);
  // Saved again: the next request shows it, without a delay.
  await editor.save(
    'page',
    draft.documentId,
    { ...draft, blocks: [{ ...(draft['blocks'] as object[])[0], heading: 'Otra vez' }] },
    'es',
  );
  expect((await get(location, cookie)).html).toContain('Otra vez</h1>');
  const live = await fetch(`${site.url}/api/content/live?type=page&key=forex&locale=es`, { headers: { cookie } });
  expect(await live.json()).toMatchObject({
    document: { type: 'page', id: 'forex', locale: 'es' },
    instances: [{ live: true, version: expect.any(String), since: expect.any(String) }],
  });
  const ended = await fetch(`${site.url}/api/preview/end?path=/es/forex`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
  });
  expect([ended.status, ended.headers.get('location'), ended.headers.get('set-cookie')?.includes('Max-Age=0')]).toEqual(
    [303, '/es/forex', true],
  );
});

test('a page in preview is never swapped by the navigator, neither from the cache nor from a render', async () => {
  const payload = '/es/forex/_payload.json';
  const { cookie } = await open({ locale: 'es' });
  // The first answer is rendered and fills the cache, the second comes from the cache.
  for (const { status, headers } of [await get(payload), await get(payload)])
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  for (const path of [payload, '/it/webtrader/_payload.json']) {
    const { status, headers, html } = await get(path, cookie);
    expect({ path, status, body: JSON.parse(html) as unknown, caching: headers.get('cache-control') }).toEqual({
      path,
      status: 200,
      body: { document: true },
      caching: 'no-store',
    });
  }
  const ended = await fetch(`${site.url}/api/preview/end?path=/es/forex`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
  });
  expect(ended.headers.get('set-cookie')).toMatch(/^preview=;/);
  expect((await get(payload)).status).toBe(200);
  // Other cookies do not prevent a swap.
  expect((await get(payload, 'locale=es; previewed=1')).status).toBe(200);
});

test('a preview has no consent bar, no notice and no country redirect', exhaustive, async () => {
  const { cookie } = await open({ locale: 'en' });
  const [name = '', value = ''] = cookie.split('=');
  const built = await startBuiltSite({
    DATA_DIR: join(folder, 'built'),
    LOG_LEVEL: 'error',
    GEO_COUNTRY_HEADER: 'x-country',
    GA_ID: 'G-TEST1234',
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
  });
  const browser = await launchVisitorBrowser();
  try {
    await until(async () => (await fetch(`${built.url}/readyz`)).ok, 'the content', 120_000);
    // In Spain both the notice and the redirect apply. The redirect requires that an earlier page of the session has looked up the country.
    const guest = await visitor(browser, { siteUrl: built.url, country: 'ES' });
    const shown = guest.page.locator(`${bar}, [role=alertdialog]`);
    await guest.page.goto('/forex');
    await shown.first().waitFor({ state: 'visible' });
    await guest.context.addCookies([{ name, value, url: built.url }]);
    const loaded = guest.page.waitForResponse((response) => /\/assets\/consent-[^.]+\.js$/.test(response.url()));
    await guest.page.goto('/forex');
    await settled(guest.page);
    await loaded;
    expect(await guest.page.locator('[data-preview]').count()).toBe(1);
    expect(await shown.count()).toBe(0);
    expect([new URL(guest.page.url()).pathname, guest.thirdParties, guest.complaints]).toEqual(['/forex', [], []]);
    expect(await guest.page.content()).not.toContain('eu-notice-source');
    // After the end of the preview the same page asks again.
    await Promise.all([guest.page.waitForURL(/\/es\//), guest.page.click('[data-preview] button')]);
    await shown.first().waitFor({ state: 'visible' });
    await guest.close();
  } finally {
    await browser.close();
    await built.stop();
  }
});

describe('an invalid link opens nothing', () => {
  test.each([
    ['another secret', () => link({}, 'another-secret-0123'), 403],
    ['past its time', () => link({ expires: Math.floor(Date.now() / 1000) - 1 }), 403],
    ['changed', () => link({}).replace('forex', 'crypto'), 403],
    ['without a signature', () => link({}).replace(/&signature=.*/, ''), 403],
    ['an unknown type', () => link({ type: 'invoice' }), 404],
  ])('%s', async (_name, address, status) => {
    const answer = await fetch(address(), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
  });

  test('neither with a made-up cookie, without a cookie, nor at Strapi itself', async () => {
    const { html } = await get('/es/forex', `preview=${Buffer.from('type=page&key=forex').toString('base64url')}`);
    expect(html).not.toContain('Vista previa');
    expect((await get('/api/content/live?type=page&key=forex')).status).toBe(401);
    expect((await fetch(`${strapi.url}/api/pages?status=draft`)).status).toBe(403);
    expect(
      (
        await fetch(`${strapi.url}/admin/register-admin`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'a@b.example', firstname: 'a', lastname: 'b', password: 'Abcdefg1' }),
        })
      ).ok,
    ).toBe(false);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'and the end of a preview leads to no other site: %s',
    async (path) => {
      const answer = await fetch(`${site.url}/api/preview/end?${new URLSearchParams({ path })}`, {
        redirect: 'manual',
      });
      expect(answer.headers.get('location')).toBe('/');
    },
  );
});

describe('a preview opens only the document of its link', () => {
  const secretTitle = 'Nobody was sent this';
  /** Saves a draft that no test link opens. */
  async function otherDraft(locale: Locale, key: string): Promise<void> {
    const draft = await editor.draft('page', key, locale);
    await editor.save(
      'page',
      draft.documentId,
      {
        ...draft,
        blocks: [
          { ...(draft['blocks'] as object[])[0], heading: secretTitle },
          ...(draft['blocks'] as object[]).slice(1),
        ],
      },
      locale,
    );
  }

  test('and no draft of another document or language', async () => {
    await otherDraft('en', 'indices');
    await otherDraft('it', 'forex');
    const { cookie } = await open({ locale: 'en' });
    for (const path of ['/indices', '/it/forex', '/search?q=Nobody']) {
      const { status, html } = await get(path, cookie);
      expect([path, status, html.includes(secretTitle)]).toEqual([path, 200, false]);
    }
    // The link to this draft does show it.
    const own = await open({ key: 'indices', locale: 'en' });
    expect((await get('/indices', own.cookie)).html).toContain(secretTitle);
  });

  test('and no draft with the link to a published document, not even as a cookie', async () => {
    const published = new URL(link({ key: 'indices', status: 'published' }));
    const answer = await fetch(published, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
      303,
      '/indices',
      expect.stringMatching(/^preview=; .*Max-Age=0/),
    ]);
    const { html } = await get('/indices', `preview=${Buffer.from(published.search.slice(1)).toString('base64url')}`);
    expect([html.includes(secretTitle), html.includes('data-preview')]).toEqual([false, false]);
  });

  test('and does not reveal whether another document is published', async () => {
    const { cookie } = await open({ locale: 'es' });
    for (const query of ['type=page&key=indices&locale=es', 'type=page&key=forex&locale=it', 'type=page', ''])
      expect([query, (await get(`/api/content/live?${query}`, cookie)).status]).toEqual([query, 401]);
  });

  test.each(['/evil.example', '\\evil.example', '/\\evil.example'])(
    'and no other site when the key is its address: %s',
    async (key) => {
      for (const status of ['draft', 'published'] as const) {
        const answer = await fetch(link({ key, status }), { redirect: 'manual' });
        expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
          404,
          null,
          null,
        ]);
      }
    },
  );
});

test('an editor who forgot the password gets a link, in a file if there is no mail server', async () => {
  const response = await fetch(`${strapi.url}/admin/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: administrator.email }),
  });
  expect(response.status).toBe(204);
  const [file = ''] = await until(async () => {
    const names = await readdir(join(strapi.dataDir, 'mail')).catch(() => []);
    return names.length > 0 && names;
  }, 'the mail');
  const text = await until(() => readFile(join(strapi.dataDir, 'mail', file), 'utf8'), 'its words');
  // In the demonstration this address is a placeholder in brackets, `[[support@veldstone.example]]`.
  expect([
    /^From: (.*)$/m.exec(text)?.[1],
    /^To: (.*)$/m.exec(text)?.[1],
    /reset-password\?code=3D[0-9a-f]+/.test(text.replace(/=\n/g, '')),
  ]).toEqual(['Veldstone <support@veldstone.example>', administrator.email, true]);
});

test('a preview opens every type in every language', async () => {
  const failed: string[] = [];
  for (const { type, localized } of strapiTypes) {
    for (const locale of localized ? locales : (['en'] as Locale[])) {
      const key =
        site.replica.addresses().find((address) => address.type === type && address.locale === locale)?.id ?? '';
      const { location, cookie } = await open({ type: type === 'footer-links' ? 'footer-link' : type, key, locale });
      const { status } = await get(location, cookie);
      if (status !== (type === 'redirect' ? 302 : 200))
        failed.push(`${type}/${key}.${locale} at ${location}: ${status}`);
    }
  }
  expect(failed).toEqual([]);
});

test('a bitmap picture is served in smaller and newer formats, each created once', async () => {
  const noise = await sharp({
    create: {
      width: 1400,
      height: 800,
      channels: 3,
      background: '#2b6',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  const file = await editor.upload('harbour.jpg', noise, 'image/jpeg');
  await editor.edit('news-article', 'gold-when-nothing-happens', 'en', (draft) => ({
    ...draft,
    image: file,
    imageAlt: 'A harbour',
  }));
  await until(async () => (await get('/news/gold-when-nothing-happens')).html.includes('harbour.jpg'), 'the picture');
  const { html } = await get('/news/gold-when-nothing-happens');
  const sets = [...html.matchAll(/<source type="image\/(avif|webp)" srcSet="([^"]+)"/g)];
  expect(sets.map(([, format]) => format).slice(0, 2)).toEqual(['avif', 'webp']);
  expect(html).not.toContain('/uploads/');
  for (const [, format, srcSet = ''] of sets.slice(0, 2)) {
    const candidates = srcSet.split(', ').map((candidate) => candidate.split(' '));
    expect(candidates.map(([, width]) => width)).toEqual(['320w', '640w', '960w', '1280w']);
    const [address = '', width] = candidates[1] ?? [];
    const answer = await fetch(`${site.url}${address}`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      `image/${format}`,
      'public, max-age=31536000, immutable',
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(`${(await sharp(bytes).metadata()).width}w`).toBe(width);
    expect(bytes.length).toBeLessThan(noise.length);
    expect(Buffer.from(await (await fetch(`${site.url}${address}`)).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(`${site.url}${address.replace('/640/', '/641/')}`)).status).toBe(404);
  }
});
