/** Finds links to addresses that the site does not have, or hides, wherever a document has links: in fields of an address and in Markdown. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, type LocaleCode } from '../setup/content-types';
import { listFields } from './document-fields';
import { fieldLabel } from './field-names';
import type { Problem } from './problem';
import { findRouteFault, findTarget, leadsNowhere } from './redirect-rules';
import { answersAt, isOwnFile } from './site-addresses';

interface Link {
  path: Problem['path'];
  address: string;
  words: string;
}

/** Fields of components that have an address. */
const addressFields: ReadonlySet<string> = new Set(['afterwards', 'url', 'link']);
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

function findLinks(strapi: Core.Strapi, uid: string, document: Record<string, unknown>): Link[] {
  const found = listFields(strapi, uid, document).flatMap(({ path, name, attribute: { type }, value, beside }) => {
    if (typeof value !== 'string') return [];
    if (type === 'string' && addressFields.has(name))
      return [{ path, address: value, words: String(beside.name ?? beside.title ?? '').slice(0, 60) }];
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
  // An address is told once for each field.
  return [...new Map(found.map((link) => [`${link.path.join('.')} ${link.address}`, link])).values()];
}

type FaultFinder = (strapi: Core.Strapi, address: string, locale: LocaleCode) => Promise<string | null>;

async function tellLinks(
  strapi: Core.Strapi,
  uid: string,
  document: Record<string, unknown>,
  findFault: FaultFinder,
): Promise<Problem[]> {
  const links = findLinks(strapi, uid, document);
  if (links.length === 0) return [];
  const locale = (document.locale ?? defaultLocale) as LocaleCode;
  const faults = new Map<string, string | null>();
  const problems: Problem[] = [];
  for (const { path, address, words } of links) {
    if (!faults.has(address)) faults.set(address, await findFault(strapi, address, locale));
    const fault = faults.get(address);
    const what = words
      ? `“${words}” in ${fieldLabel(strapi, uid, path, document)}`
      : fieldLabel(strapi, uid, path, document);
    if (fault) problems.push({ path, message: `${what}: ${fault}` });
  }
  return problems;
}

/** Links to addresses that the site does not have. @param document about to be published, with its components. */
export function linkProblems(strapi: Core.Strapi, uid: string, document: Record<string, unknown>): Promise<Problem[]> {
  return tellLinks(strapi, uid, document, findFault);
}

/** Links that the site hides for now, and links that only a redirect answers. */
export function linkWarnings(strapi: Core.Strapi, uid: string, document: Record<string, unknown>): Promise<Problem[]> {
  return tellLinks(strapi, uid, document, findWarning);
}

async function findWarning(strapi: Core.Strapi, address: string, locale: LocaleCode): Promise<string | null> {
  const target = findTarget(address, locale);
  if (!target || unchecked.test(address) || isOwnFile(target.path)) return null;
  if (await answersAt(strapi, target.path, target.locale)) return null;
  if (await answersAt(strapi, target.path, target.locale, true))
    return `the text at ${address} is taken down, so visitors do not see this link until it is back. Lead it elsewhere, or leave it out.`;
  return (await findRouteFault(strapi, target)) === null
    ? `only a redirect answers at ${address}. Write the address to which it leads.`
    : null;
}

async function findFault(strapi: Core.Strapi, address: string, locale: LocaleCode): Promise<string | null> {
  const target = findTarget(address, locale);
  if (!target || address.startsWith('//'))
    return unchecked.test(address)
      ? null
      : `“${address}” is no address of the site: write it from the first slash on, as /forex, or in full with https://.`;
  if (unchecked.test(address) || isOwnFile(target.path)) return null;
  // The site leaves out links to what was taken down, and shows them again when it comes back.
  if (await answersAt(strapi, target.path, target.locale, true)) return null;
  const lost = await findRouteFault(strapi, target);
  return lost === null ? null : leadsNowhere(address, target.locale, 'This link');
}
