/** Crawls a running site: visits the given addresses and every address that a visited page links to. */
import type { PageHead } from './content-text-findings.ts';

export interface Visited {
  status: number;
  /** Where a redirect leads; null when the answer is none. */
  to: string | null;
  /** Addresses of the same site to which this page links, with their anchors. */
  links: string[];
  ids: ReadonlySet<string>;
  /** Null for anything but a page, for a page with `noindex`, and for one whose canonical address is another. */
  head: PageHead | null;
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&#x27;': "'",
  '&#39;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
};

function decoded(text: string): string {
  return text.replace(/&(?:amp|#x27|#39|quot|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

function idsIn(markup: string): Set<string> {
  return new Set([...markup.matchAll(/\sid="([^"]+)"/g)].map((match) => decoded(match[1] ?? '')));
}

/** Links, anchors and head of a page's HTML. `path` resolves links like `#top` and `?page=2`. */
export function readPage(html: string, path: string): Pick<Visited, 'links' | 'ids' | 'head'> {
  const links = [...html.matchAll(/<(?:a|link|script|img|source|use)\b[^>]*?\s(?:href|src)="([^"]+)"[^>]*>/g)]
    // Like a search engine: the orders of a list are the same rows again and again.
    .filter(([tag]) => !/\srel="nofollow"/.test(tag))
    .map((match) => decoded(match[1] ?? ''))
    .filter((address) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
    .map((address) => {
      const url = new URL(address, `http://site${path}`);
      return `${url.pathname}${url.search}${url.hash}`;
    });
  const title = decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '');
  const description = decoded(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '');
  const locale = /<html lang="([^"]+)"/.exec(html)?.[1] ?? '';
  const canonical = decoded(/<link rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec(html)?.[1] ?? '') || '/';
  const indexed = canonical === path && !/<meta name="robots" content="noindex/.test(html);
  return {
    links: [...new Set(links)],
    ids: idsIn(html),
    head: indexed && title ? { locale, path, title, description } : null,
  };
}

async function visit(origin: string, path: string): Promise<Visited> {
  // The cookie keeps `/` English, whatever the machine's language is.
  const response = await fetch(`${origin}${path}`, {
    redirect: 'manual',
    headers: { cookie: 'locale=en', 'accept-language': 'en' },
  });
  const body = await response.text();
  const location = response.headers.get('location');
  const contentType = response.status === 200 ? (response.headers.get('content-type') ?? '') : '';
  if (contentType.startsWith('text/html')) return { status: 200, to: null, ...readPage(body, path) };
  // Icons are symbols of one SVG, so links also point to its ids.
  return {
    status: response.status,
    to: location,
    links: [],
    ids: contentType === 'image/svg+xml' ? idsIn(body) : new Set(),
    head: null,
  };
}

/** Crawls breadth first. @param within which further addresses to visit. @returns answers by address without anchor. @throws when a request fails. */
export async function crawlSite(
  origin: string,
  start: readonly string[],
  within: (path: string) => boolean = () => true,
): Promise<Map<string, Visited>> {
  const visited = new Map<string, Visited>();
  let wave = [...new Set(start)];
  while (wave.length > 0) {
    const found = new Set<string>();
    for (const path of wave) {
      const page = await visit(origin, path);
      visited.set(path, page);
      for (const link of page.links) found.add(link.replace(/#.*$/, ''));
      if (page.to?.startsWith('/')) found.add(page.to);
    }
    wave = [...found].filter((path) => !visited.has(path) && within(path));
  }
  return visited;
}
