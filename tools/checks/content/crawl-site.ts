/** Crawls a running site: visits the given addresses and every address that a visited page links to. */
import { type HtmlTag, readTags } from '../html-tags.ts';
import type { PageHead } from './content-text-findings.ts';

export interface Visited {
  status: number;
  /** Where a redirect leads; null when the answer is not a redirect. */
  redirectTarget: string | null;
  /** Addresses of the same site that the page links to or loads, with anchors. */
  links: string[];
  ids: ReadonlySet<string>;
  /** Null for anything but a page, for a page with `noindex`, and for one whose canonical address is another. */
  head: PageHead | null;
}

/** Reads links, anchors and head from the HTML of a page. `path` resolves links like `#top` and `?page=2`. */
export function readPage(html: string, path: string): Pick<Visited, 'links' | 'ids' | 'head'> {
  const tags = readTags(html);
  const find = (name: string, attribute: string, value: string) =>
    tags.find((tag) => tag.name === name && tag.attributes[attribute] === value)?.attributes;
  const links = tags
    .filter(({ name }) => /^(?:a|link|script|img|source|use)$/.test(name))
    // Ignores `nofollow` links as search engines do: they lead to other orders of the same rows.
    .filter(({ attributes }) => attributes['rel'] !== 'nofollow')
    .map(({ attributes }) => attributes['href'] ?? attributes['src'] ?? '')
    .filter((address) => address && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
    .map((address) => {
      const url = new URL(address, `http://site${path}`);
      return `${url.pathname}${url.search}${url.hash}`;
    });
  const title = tags.find(({ name }) => name === 'title')?.text ?? '';
  const canonical = find('link', 'rel', 'canonical')?.['href']?.replace(/^https?:\/\/[^/]+/, '') || '/';
  const indexed = canonical === path && !find('meta', 'name', 'robots')?.['content']?.startsWith('noindex');
  return {
    links: [...new Set(links)],
    ids: readIds(tags),
    head:
      indexed && title
        ? {
            locale: tags.find(({ name }) => name === 'html')?.attributes['lang'] ?? '',
            path,
            title,
            description: find('meta', 'name', 'description')?.['content'] ?? '',
          }
        : null,
  };
}

function readIds(tags: readonly HtmlTag[]): Set<string> {
  return new Set(tags.flatMap(({ attributes: { id } }) => (id ? [id] : [])));
}

async function visit(origin: string, path: string): Promise<Visited> {
  // The cookie keeps `/` English, also if the machine has another language.
  const response = await fetch(`${origin}${path}`, {
    redirect: 'manual',
    // Uncompressed: a crawl asks for each page once, and compressing would take most of its time.
    headers: { cookie: 'locale=en', 'accept-language': 'en', 'accept-encoding': 'identity' },
  });
  const body = await response.text();
  const location = response.headers.get('location');
  const contentType = response.status === 200 ? (response.headers.get('content-type') ?? '') : '';
  if (contentType.startsWith('text/html')) return { status: 200, redirectTarget: null, ...readPage(body, path) };
  // Icons are symbols of one SVG, so links also point to its ids.
  return {
    status: response.status,
    redirectTarget: location,
    links: [],
    ids: contentType === 'image/svg+xml' ? readIds(readTags(body)) : new Set(),
    head: null,
  };
}

/**
 * Crawls breadth first.
 * @param shouldVisit selects the further addresses to visit.
 * @returns answers by address without anchor.
 * @throws when a request fails.
 */
export async function crawlSite(
  origin: string,
  start: readonly string[],
  shouldVisit: (path: string) => boolean = () => true,
): Promise<Map<string, Visited>> {
  const visited = new Map<string, Visited>();
  let wave = [...new Set(start)];
  while (wave.length > 0) {
    const found = new Set<string>();
    for (const path of wave) {
      const page = await visit(origin, path);
      visited.set(path, page);
      for (const link of page.links) found.add(link.replace(/#.*$/, ''));
      if (page.redirectTarget?.startsWith('/')) found.add(page.redirectTarget);
    }
    wave = [...found].filter((path) => !visited.has(path) && shouldVisit(path));
  }
  return visited;
}
