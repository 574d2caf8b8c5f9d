/** Refuses links to addresses that the site does not have, wherever a document has links: in fields of an address and in Markdown. */
import type { Core } from '@strapi/strapi';
import { contentTypes, defaultLocale, type Attributes, type LocaleCode } from '../setup/content-types';
import { fieldLabel } from './field-names';
import type { Problem } from './problem';
import { findRouteFault, findRules, findTarget, leadsNowhere } from './redirect-rules';
import { answersAt, isOwnFile } from './site-addresses';

interface Link {
  path: Problem['path'];
  address: string;
  words: string;
}

/** Fields of components that have an address. */
const addressFields: ReadonlySet<string> = new Set(['url', 'link']);
/** `[words](/address "title")`, `[name]: /address` and the HTML that the panel's editor leaves as it is. */
const markdownLinks = [
  /(?<![!\\])\[((?:!\[[^[\]]*\]\([^()]*\)|[^[\]])*)\]\(\s*<?([^\s()<>]+)/g,
  /^ {0,3}\[([^\]]+)\]:\s*<?([^\s<>]+)/gm,
  /<a\s[^>]*?href=()["']([^"']+)/gi,
];
/** Code has no links. */
const code = /(`+)[^`].*?\1/gs;
/** Another site's address, a place on the page, a placeholder, or a file of the media library. */
const unchecked = /^(?:[a-z][a-z0-9+.-]*:|#|\[\[|\{\{|\/uploads\/)/i;

function findLinks(
  strapi: Core.Strapi,
  attributes: Attributes,
  fields: Record<string, unknown>,
  at: Link['path'],
): Link[] {
  return Object.entries(attributes).flatMap(([name, { type, component }]): Link[] => {
    const value = fields[name];
    const path = [...at, name];
    if (type === 'component' || type === 'dynamiczone') {
      return [value ?? []].flat().flatMap((part, index) => {
        const own = part as Record<string, unknown>;
        const uid = String(component ?? own.__component) as `${string}.${string}`;
        const inner = (strapi.components[uid]?.attributes ?? {}) as unknown as Attributes;
        return findLinks(strapi, inner, own, Array.isArray(value) ? [...path, index] : path);
      });
    }
    if (typeof value !== 'string') return [];
    if (type === 'string' && addressFields.has(name))
      return [{ path, address: value, words: String(fields.name ?? fields.title ?? '').slice(0, 60) }];
    if (type !== 'richtext' && type !== 'text') return [];
    const text = value.replace(code, '');
    return markdownLinks.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, words = '', address = '']) => ({
        path,
        address: address.slice(0, 600),
        words: words.slice(0, 60),
      })),
    );
  });
}

/** @param document about to be published, with its components. */
export async function findLinkProblems(
  strapi: Core.Strapi,
  uid: string,
  document: Record<string, unknown>,
): Promise<Problem[]> {
  const attributes = contentTypes(strapi).find((type) => type.uid === uid)?.attributes ?? {};
  const found = findLinks(strapi, attributes, document, []);
  // An address is told once for each field.
  const links = [...new Map(found.map((link) => [`${link.path.join('.')} ${link.address}`, link])).values()];
  if (links.length === 0) return [];
  const locale = (document.locale ?? defaultLocale) as LocaleCode;
  const rules = await findRules(strapi);
  const faults = new Map<string, string | null>();
  const problems: Problem[] = [];
  for (const { path, address, words } of links) {
    if (!faults.has(address)) faults.set(address, await findFault(strapi, rules, address, locale));
    const fault = faults.get(address);
    const what = words ? `“${words}” in ${fieldLabel(strapi, uid, path)}` : fieldLabel(strapi, uid, path);
    if (fault) problems.push({ path, message: `${what}: ${fault}` });
  }
  return problems;
}

async function findFault(
  strapi: Core.Strapi,
  rules: Awaited<ReturnType<typeof findRules>>,
  address: string,
  locale: LocaleCode,
): Promise<string | null> {
  const target = findTarget(address, locale);
  if (!target || address.startsWith('//'))
    return unchecked.test(address)
      ? null
      : `“${address}” is no address of the site: write it from the first slash on, as /forex, or in full with https://.`;
  if (unchecked.test(address) || isOwnFile(target.path)) return null;
  // The site leaves out links to what was taken down, and shows them again when it comes back.
  if (await answersAt(strapi, target.path, target.locale, true)) return null;
  const lost = await findRouteFault(strapi, rules, target);
  return lost === null ? null : leadsNowhere(address, target.locale, 'This link');
}
