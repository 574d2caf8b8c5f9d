/** Finds the addresses of the same site in an answer: links of a page, pictures in all sizes, modules that a script loads later. */
import { readPage } from '../checks/content/crawl-site.ts';
import { readTags } from '../checks/html-tags.ts';

/** Leaves out addresses that need a site process, and preview pictures for other sites: drawing each takes 25 ms, and pages do not show them. */
const notCopied = /^\/(?:share-pictures\/|api\/(?!trading-hours\/|instruments\.csv)|_builds\/|embed\/|cdn-cgi\/)/;

function inPage(html: string, path: string, publicOrigin: string): string[] {
  const named = readTags(html).flatMap(({ attributes }) => [
    ...[attributes['srcset'], attributes['imagesrcset']].flatMap((set) =>
      (set ?? '').split(',').map((one) => one.trim().split(/\s/)[0] ?? ''),
    ),
    ...['poster', 'data-src', 'content'].map((name) => attributes[name] ?? ''),
  ]);
  const own = named.map((url) => (url.startsWith(`${publicOrigin}/`) ? url.slice(publicOrigin.length) : url));
  const modules = [...html.matchAll(/["'(](\/assets\/[\w.-]+)/g)].map(([, url = '']) => url);
  return [...readPage(html, path).links, ...own, ...modules];
}

/** Scripts and styles name others beside them, or from the root of the assets. */
function inAsset(text: string, path: string): string[] {
  return [
    ...text.matchAll(/(?:["'`(]|\.\/)((?:\.\/|\/)?(?:assets\/)?[\w.-]+\.(?:js|css|svg|woff2|png|webp|avif|json))\b/g),
  ].map(([, name = '']) =>
    name.includes('assets/') ? `/assets/${name.split('assets/')[1] ?? ''}` : new URL(name, `http://x${path}`).pathname,
  );
}

/**
 * @param path where the text was found.
 * @param publicOrigin the address that the site calls itself by, as in a shared picture's.
 * @returns paths with query, without anchor; some may not exist.
 */
export function foundAddresses(type: string, text: string, path: string, publicOrigin: string): string[] {
  const found = type.startsWith('text/html')
    ? inPage(text, path, publicOrigin)
    : /^(?:text\/(?:javascript|css)|application\/(?:javascript|manifest\+json))/.test(type)
      ? inAsset(text, path)
      : type.includes('xml')
        ? [...text.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) =>
            url.replaceAll('&amp;', '&').replace(publicOrigin, ''),
          )
        : [];
  return [...new Set(found.map((address) => address.replace(/#.*$/, '')))].filter(
    (address) => /^\/(?!\/)/.test(address) && !notCopied.test(address),
  );
}
