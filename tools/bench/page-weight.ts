/**
 * Weighs the first load of pages in bytes of brotli at quality 11, which the server finally sends, and compares each kind of page with its budget in
 * every language. A page that is too large fails, and so does one that is suspiciously small (docs/decisions/0031-the-first-second-of-script.md).
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { readTags } from '../checks/html-tags.ts';
import budgets from './budgets.json' with { type: 'json' };

/** `document` is the whole answer: the page with its style. `html` is the page without the style, and `css` the style alone. */
export const weightParts = ['document', 'html', 'js', 'css', 'fonts'] as const;
export type WeightPart = (typeof weightParts)[number];

export interface PageWeight extends Record<WeightPart, number> {
  /** Requests to other sites; any is a fault. */
  thirdParty: string[];
}

/** The files, as named in the HTML, that a browser fetches for a page before the visitor does anything. */
export function readFirstLoad(html: string): Record<'js' | 'css' | 'fonts' | 'thirdParty', string[]> {
  const fetched = readTags(html).flatMap(({ name, attributes: { src, href, rel = '', as } }) => {
    const address = src || href;
    const isFetched =
      /^(?:script|img|iframe|source)$/.test(name) ||
      (name === 'link' && /^(?:stylesheet|preload|modulepreload|icon|preconnect|dns-prefetch)$/.test(rel));
    return address && isFetched ? [{ address, kind: name === 'link' ? [rel, as].join(' ').trim() : name }] : [];
  });
  const choose = (kinds: RegExp) => [
    ...new Set(fetched.filter(({ kind }) => kinds.test(kind)).map(({ address }) => address)),
  ];
  return {
    js: choose(/^(?:script$|modulepreload)/),
    css: choose(/^stylesheet/),
    fonts: choose(/^preload font$/),
    thirdParty: choose(/./).filter((address) => /^(?:https?:)?\/\//.test(address)),
  };
}

function brotliSize(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;
}

/** Sizes of files, which many pages share, by their bytes. */
const fileSizes = new Map<string, number>();

function weighFile(url: string, bytes: Uint8Array): number {
  const key = `${url} ${bytes.length}`;
  const size = fileSizes.get(key) ?? brotliSize(bytes);
  fileSizes.set(key, size);
  return size;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', cookie: 'locale=en' } });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  return response.bytes();
}

/** Weighs a module with its static imports, which the browser fetches even if the page does not name them. */
async function weighScript(url: string, seen: Set<string>): Promise<number> {
  if (seen.has(url)) return 0;
  seen.add(url);
  const bytes = await fetchBytes(url);
  const imports = [
    ...new TextDecoder()
      .decode(bytes)
      .matchAll(/(?:^|[;}\s])(?:import|export)(?:[\w\s{},*$]*from)?\s*["'](\.{1,2}\/[^"']+)["']/g),
  ];
  let weight = weighFile(url, bytes);
  for (const [, address = ''] of imports) weight += await weighScript(new URL(address, url).href, seen);
  return weight;
}

async function sum(origin: string, addresses: string[], size: (bytes: Uint8Array) => number): Promise<number> {
  const sizes = await Promise.all(addresses.map(async (address) => size(await fetchBytes(`${origin}${address}`))));
  return sizes.reduce((total, bytes) => total + bytes, 0);
}

/** Weighs a page of a running site, in bytes. @throws when the page or one of its files answers anything but 200. */
export async function weighPage(origin: string, path: string): Promise<PageWeight> {
  const whole = await fetchBytes(`${origin}${path}`);
  const html = new TextDecoder().decode(whole);
  const { js, css, fonts, thirdParty } = readFirstLoad(html);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const seen = new Set<string>();
  let scripts = 0;
  for (const address of js) scripts += await weighScript(`${origin}${address}`, seen);
  // Font files are already compressed.
  return {
    document: brotliSize(whole),
    html: brotliSize(Buffer.from(html.replace(style, ''))),
    js: scripts,
    css: brotliSize(Buffer.from(style)) + (await sum(origin, css, brotliSize)),
    fonts: await sum(origin, fonts, (bytes) => bytes.length),
    thirdParty,
  };
}

export type Range = readonly [min: number, max: number];

/** @returns a message for each part of a page outside its budget, and for each request to another site. */
export function compareWithBudget(page: string, weight: PageWeight, ranges: Record<WeightPart, Range>): string[] {
  const sizes = weightParts.flatMap((part) => {
    const [min, max] = ranges[part];
    if (weight[part] > max)
      return [`${page}: ${part} is ${weight[part]} bytes, ${weight[part] - max} over its budget of ${max}`];
    if (weight[part] < min)
      return [`${page}: ${part} is only ${weight[part]} bytes, less than ${min}: something is missing`];
    return [];
  });
  return [...sizes, ...weight.thirdParty.map((address) => `${page}: requests ${address} from another site`)];
}

/**
 * Weighs every page that `budgets.json` names on a running site. Articles keep their English slug in every language.
 * @param languages those in which the pages are weighed.
 * @returns the heaviest page of each kind.
 */
export async function checkBudgets(
  origin: string,
  languages = locales,
): Promise<{ findings: string[]; heaviest: ReadonlyMap<string, PageWeight> }> {
  const findings: string[] = [];
  const heaviest = new Map<string, PageWeight>();
  const everyPage = budgets.everyPage as unknown as Record<Exclude<WeightPart, 'html'>, Range>;
  for (const [kind, { paths, size }] of Object.entries(budgets.html))
    for (const page of paths.flatMap((path) => languages.map((locale) => localePath(path, locale)))) {
      const weight = await weighPage(origin, page);
      findings.push(...compareWithBudget(page, weight, { ...everyPage, html: size as unknown as Range }));
      if (weight.html > (heaviest.get(kind)?.html ?? 0)) heaviest.set(kind, weight);
    }
  return { findings, heaviest };
}
