/** Both feeds (files and Strapi) give the same site: every page, the sitemaps and the six endpoints, byte for byte. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { typesetNumbers } from '../../content/parse/number-typesetting.ts';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import type { RunningSite } from '../../server/site.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { allPaths } from '../sites/site-paths.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { readySiteFromStrapi, siteOrigin, siteWith } from './site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';

let folder: string;
let strapi: SharedStrapi;
let fromFiles: RunningSite;
let fromStrapi: RunningSite;
let proxy: FaultProxy;
let fromOlderShape: RunningSite;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-contract-'));
  strapi = shared;
  await strapi.seedAgain();
  fromFiles = await siteWith({ DATA_DIR: join(folder, 'files') });
  fromStrapi = await readySiteFromStrapi(strapi.url, join(folder, 'strapi'));
  proxy = await startFaultProxy(strapi.url);
  proxy.set('shape-of-strapi-4');
  fromOlderShape = await readySiteFromStrapi(proxy.url, join(folder, 'older'), { firstStart: 120_000 });
}, 300_000);
afterAll(async () => {
  // Skips parts that did not start: stopping them would hide the real error.
  const started: {
    site?: RunningSite;
    older?: RunningSite;
    other?: RunningSite;
    proxy?: FaultProxy;
  } = { site: fromFiles, other: fromStrapi, older: fromOlderShape, proxy };
  await Promise.all([started.site?.stop(), started.other?.stop(), started.older?.stop()]);
  await started.proxy?.close();
  await rm(folder, { recursive: true, force: true });
});

const read = async (site: RunningSite, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot', ...headers } });
  return { status: response.status, text: await response.text() };
};

/** Paths of all pages, and those in the sitemaps, which name the site's public origin although the test's site has another one. */
async function paths(): Promise<string[]> {
  const found: string[] = [];
  for (const locale of locales) {
    const all = await allPaths(fromFiles.url, locale);
    found.push(...all.map((path) => localePath(path, locale)));
    const listed = [...(await read(fromFiles, `/sitemap-${locale}.xml`)).text.matchAll(/<loc>([^<]+)<\/loc>/g)];
    found.push(...listed.map(([, address = '']) => address.slice(siteOrigin.length) || '/'));
  }
  return [...new Set(found)];
}

test('R30, R33: all demonstration content is the same from files and from Strapi', async () => {
  expect(fromStrapi.replica.size()).toBe(fromFiles.replica.size());
  const compared = await paths();
  expect(compared.length).toBeGreaterThan(240);
  const different: string[] = [];
  for (const path of compared) {
    const [one, other] = [await read(fromFiles, path), await read(fromStrapi, path)];
    if (one.status !== other.status || one.text !== other.text) {
      let at = 0;
      while (one.text[at] === other.text[at]) at += 1;
      different.push(`${path}: ${one.text.slice(at - 60, at + 60)} | ${other.text.slice(at - 60, at + 60)}`);
    }
  }
  expect(different).toEqual([]);
});

test('the sitemaps and the redirects are the same from files and from Strapi', async () => {
  for (const path of [
    '/sitemap.xml',
    ...locales.map((locale) => `/sitemap-${locale}.xml`),
    '/robots.txt',
    '/site.webmanifest?locale=es',
  ]) {
    expect({ path, ...(await read(fromStrapi, path)) }).toEqual({ path, ...(await read(fromFiles, path)) });
  }
  for (const redirect of fromFiles.replica.reader().list('redirect', 'en')) {
    const answers = await Promise.all(
      [fromFiles, fromStrapi].map(async (site) => {
        const response = await fetch(`${site.url}${redirect.from}`, { redirect: 'manual' });
        return [response.status, response.headers.get('location')];
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  }
});

test('pages load nothing from Strapi: the site serves every picture', async () => {
  for (const path of ['/', '/es/webtrader', '/news/gold-when-nothing-happens']) {
    const { text } = await read(fromStrapi, path);
    expect(text).not.toContain(strapi.url);
    expect(text).not.toContain('/uploads/');
    const pictures = [...text.matchAll(/(?:src|srcSet)="(\/media\/[^" ]+)/g)].map(([, address = '']) => address);
    expect(pictures.length).toBeGreaterThan(2);
    for (const address of pictures)
      expect({ address, status: (await fetch(`${fromStrapi.url}${address}`)).status }).toEqual({
        address,
        status: 200,
      });
  }
});

describe('the six endpoints', () => {
  const names = ['header-nav-items', 'header', 'footer', 'footer-links', 'common-datum', 'default-seo'];
  test.each(names.flatMap((name) => locales.map((locale) => [name, locale])))('%s in %s', async (name, locale) => {
    const [one, other] = await Promise.all(
      [fromFiles, fromStrapi].map((site) => read(site, `/api/strapi/${name}`, { 'accept-language': locale })),
    );
    expect(one?.status).toBe(200);
    expect(other?.text).toBe(one?.text);
  });

  /** Strapi's own answer, in the shapes of the specification. */
  const own = async (endpoint: string, query: string) =>
    (
      (await (
        await fetch(`${strapi.url}/api/${endpoint}?${query}`, { headers: { 'strapi-response-format': 'v4' } })
      ).json()) as { data: never }
    ).data;
  const answered = async (name: string, language: string) =>
    (
      JSON.parse((await read(fromStrapi, `/api/strapi/${name}`, { 'accept-language': language })).text) as {
        data: never;
      }
    ).data;

  test('have the text as it is in Strapi', async () => {
    const footer = (await own('footer', 'locale=es&fields[0]=text')) as { attributes: { text: string } };
    expect(footer.attributes.text).toContain('**');
    expect(await answered('footer', 'es')).toMatchObject({
      attributes: { text: typesetNumbers(footer.attributes.text.trim().replace(/\[\[(.+?)\]\]/g, '$1')) },
    });
    const items = (await own('header-nav-items', 'locale=es&sort=menuPosition&populate[content][populate]=*')) as {
      attributes: { content: { name?: string }[] };
    }[];
    const texts = items.map(({ attributes }) => attributes.content.map(({ name }) => name));
    expect(texts.flat()).toContain('**Cinco mercados**');
    expect(
      ((await answered('header-nav-items', 'es')) as typeof items).map(({ attributes }) =>
        attributes.content.map(({ name }) => name),
      ),
    ).toEqual(texts);
  });

  test('give pictures by addresses that answer whether or not browsers reach Strapi', async () => {
    const { attributes } = (await answered('common-datum', 'en')) as {
      attributes: { logoColored: { data: { attributes: { url: string } } } };
    };
    const { url } = attributes.logoColored.data.attributes;
    expect(url).toMatch(new RegExp(`^${siteOrigin}/media/`));
    expect((await fetch(url.replace(siteOrigin, fromStrapi.url))).status).toBe(200);
    expect(await (await fetch(`${fromStrapi.url}/api/settings`)).json()).toEqual({ strapiUrl: strapi.url });
  });
});

describe('a content service that answers in the shape of Strapi 4', () => {
  test('is read as the same documents', async () => {
    const addresses = fromStrapi.replica.addresses();
    expect(addresses.length).toBeGreaterThan(600);
    expect(fromOlderShape.replica.size()).toBe(addresses.length);
    const different = addresses.filter(
      (address) =>
        JSON.stringify(fromOlderShape.replica.wire(address)) !== JSON.stringify(fromStrapi.replica.wire(address)),
    );
    expect(different.map((address) => [address, fromOlderShape.replica.wire(address)])).toEqual([]);
    expect([...fromOlderShape.alarms]).toEqual([...fromStrapi.alarms]);
  });

  test('R31: gets requests for one language with the locale of that language', () => {
    const requests = proxy.languages();
    expect(new Set(requests.map(([, language]) => language))).toEqual(new Set(locales));
    expect(new Set(requests.map(([address]) => address.pathname))).toEqual(
      new Set(strapiTypes.filter(({ single }) => single).map(({ endpoint }) => endpoint)),
    );
    for (const [address, language] of requests) expect(address.searchParams.get('locale')).toBe(language);
  });
});
