/** Finds the addresses of the same site in an answer: links of a page, pictures in all sizes, modules that a script loads later. */
import { readPage } from '../checks/content/crawl-site.ts';
import { readTags } from '../checks/html-tags.ts';

/** Addresses that need a site process, and share pictures, which pages do not show and which take 25 ms each to draw. */
const uncopiedAddresses =
  /^\/(?:share-pictures\/|api\/(?!trading-hours\/|instruments\.csv)|_builds\/|embed\/|cdn-cgi\/)/;

function findInPage(html: string, path: string, publicOrigin: string): string[] {
  const attributeUrls = readTags(html).flatMap(({ attributes }) => [
    ...[attributes['srcset'], attributes['imagesrcset']].flatMap((set) =>
      (set ?? '').split(',').map((one) => one.trim().split(/\s/)[0] ?? ''),
    ),
    ...['poster', 'data-src', 'content'].map((name) => attributes[name] ?? ''),
  ]);
  const paths = attributeUrls.map((url) => (url.startsWith(`${publicOrigin}/`) ? url.slice(publicOrigin.length) : url));
  const modules = [...html.matchAll(/["'(](\/assets\/[\w.-]+)/g)].map(([, url = '']) => url);
  return [...readPage(html, path).links, ...paths, ...modules];
}

/** Finds the files that a script or a style refers to, in its own folder or from the root of the assets. */
function findInAsset(text: string, path: string): string[] {
  return [
    ...text.matchAll(/(?:["'`(]|\.\/)((?:\.\/|\/)?(?:assets\/)?[\w.-]+\.(?:js|css|svg|woff2|png|webp|avif|json))\b/g),
  ].map(([, name = '']) =>
    name.includes('assets/') ? `/assets/${name.split('assets/')[1] ?? ''}` : new URL(name, `http://x${path}`).pathname,
  );
}

/**
 * @param path where the text was found.
 * @param publicOrigin the origin that the site uses in absolute addresses.
 * @returns paths with query, without anchor; some may not exist.
 */
export function findAddresses(type: string, text: string, path: string, publicOrigin: string): string[] {
  const found = type.startsWith('text/html')
    ? findInPage(text, path, publicOrigin)
    : /^(?:text\/(?:javascript|css)|application\/(?:javascript|manifest\+json))/.test(type)
      ? findInAsset(text, path)
      : type.includes('xml')
        ? [...text.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) =>
            url.replaceAll('&amp;', '&').replace(publicOrigin, ''),
          )
        : [];
  return [...new Set(found.map((address) => address.replace(/#.*$/, '')))].filter(
    (address) => /^\/(?!\/)/.test(address) && !uncopiedAddresses.test(address),
  );
}
