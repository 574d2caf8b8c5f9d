/**
 * Compares, after each change of the content, every page as visitors get it with the same page rendered without any cache. The cold renders
 * read a copy of the replica, so that nothing in the site's memory can make both wrong.
 */
import { type Replica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { type PageAddress, pickDeclaredQuery, parsePageAddress } from '../../server/pages/page-address.ts';
import { createRouteMatcher } from '../../server/pages/route-matcher.ts';
import type { RunningSite } from '../../server/site.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { allPaths } from '../sites/site-paths.ts';
import { builtRenderer } from '../sites/built-renderer.ts';
import { findPolicy } from '../../server/visitor/country-policy.ts';
import { buildId, documentAssets, siteOrigin } from './site-from-strapi.ts';

const match = createRouteMatcher(builtRenderer.routes);
/** Represents an address that currently shows no page. */
const noPage = '';

export interface ChangeOfPages {
  /** Pages whose cold render now differs from what the site showed before. */
  changed: string[];
  /** Of these, pages that the cache would still have answered with the old content. */
  kept: string[];
  /** Pages whose answer is not the cold render. */
  wrong: string[];
  /** Pages that the cache dropped although their content is the same, with their tags. */
  inVain: { path: string; tags: readonly string[] }[];
}

export class ShownPages {
  readonly #site: RunningSite;
  readonly #settings: Parameters<typeof builtRenderer.renderPage>[2];
  readonly #shown = new Map<string, string>();
  /** Pages that stay in the cache as stale because their address shows no page any more. */
  readonly #ended = new Set<string>();

  private constructor(site: RunningSite, strapiUrl: string) {
    this.#site = site;
    this.#settings = {
      origin: siteOrigin,
      strapiUrl,
      thirdParties: parseConfig({}).thirdParties,
      buildId,
      assets: documentAssets,
      registrationRule: (country) => findPolicy(country).registration,
    };
  }

  /** Requests all pages, or the chosen ones, which fills the cache. */
  static async open(
    site: RunningSite,
    strapiUrl: string,
    isChosen: (path: string, index: number) => boolean = () => true,
  ): Promise<ShownPages> {
    const pages = new ShownPages(site, strapiUrl);
    const all: string[] = [];
    for (const locale of locales)
      all.push(...(await allPaths(site.url, locale)).map((path) => localePath(path, locale)));
    for (const path of all.filter(isChosen)) pages.#shown.set(path, noPage);
    for (const path of pages.#shown.keys()) pages.#shown.set(path, await pages.get(path));
    return pages;
  }

  async get(path: string): Promise<string> {
    const response = await fetch(`${this.#site.url}${path}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } });
    const text = await response.text();
    return response.status === 200 ? text : noPage;
  }

  /** Compares every page with its cold render, and requests the changed and dropped ones again. */
  async look(): Promise<ChangeOfPages> {
    const paths = [...this.#shown.keys()];
    const cold = this.#cold(paths);
    const dropped = new Map(
      paths.flatMap((path) => {
        const page = this.#site.cache.get(path);
        return page && page.staleSince !== null && !this.#ended.has(path) ? [[path, page.tags]] : [];
      }),
    );
    const changed = paths.filter((path) => cold.get(path) !== this.#shown.get(path));
    const kept = changed.filter((path) => this.#shown.get(path) !== noPage && !dropped.has(path));
    const inVain = [...dropped].filter(([path]) => !changed.includes(path)).map(([path, tags]) => ({ path, tags }));
    let wrong: string[] = [];
    for (const path of new Set([...changed, ...dropped.keys()])) {
      const html = await this.get(path);
      this.#shown.set(path, html);
      if (html === noPage) this.#ended.add(path);
      else this.#ended.delete(path);
      if (html !== cold.get(path)) wrong.push(path);
    }
    // More changes may have arrived from Strapi while the pages were requested.
    if (wrong.length > 0) {
      const now = this.#cold(wrong);
      wrong = wrong.filter((path) => this.#shown.get(path) !== now.get(path));
    }
    return { changed, kept, wrong, inVain };
  }

  #cold(paths: string[]): Map<string, string> {
    return this.#site.replica.asIf(
      { documents: [], removed: [], media: [] },
      createFillIn(() => undefined),
      (fresh) => new Map(paths.map((path) => [path, this.#render(fresh, path)])),
    );
  }

  #render(replica: Replica, address: string): string {
    const parsed = parsePageAddress(address);
    if (parsed.kind !== 'page') throw new Error(`${address} is no address of a page`);
    const { locale, path, queryString }: PageAddress = parsed.address;
    const matched = match(path);
    if (!matched) return noPage;
    const {
      route: { page },
      params,
    } = matched;
    const rendered = builtRenderer.renderPage(
      page,
      {
        locale,
        path,
        params,
        query: pickDeclaredQuery(new URLSearchParams(queryString), page.query),
        read: replica.reader(),
        search: createSiteSearch(replica),
      },
      this.#settings,
    );
    return 'html' in rendered ? rendered.html : noPage;
  }
}
