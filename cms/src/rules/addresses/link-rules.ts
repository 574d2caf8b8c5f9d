/** Finds links to addresses that the site does not have, or hides, wherever a document has links: in fields of an address and in Markdown. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, type Fields, type LocaleCode } from '../../setup/content-types';
import { listFields } from '../document-fields';
import { fieldLabel } from '../field-names';
import type { Problem } from '../problem';
import { findRouteFault, findTarget, leadsNowhere } from './redirect-rules';
import { findAnswer } from './live-addresses';
import { isOwnFile } from './site-addresses';

export interface Link {
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
const code = /(?<!`)`+[^`]+`+/g;
/** Another site's address, a place on the page, a placeholder, or a file of the media library. */
const unchecked = /^(?:[a-z][a-z0-9+.-]*:|#|\[\[|\{\{|\/uploads\/)/i;

/** Links of a document, each address once for each field. */
export function listLinks(strapi: Core.Strapi, uid: string, document: Fields): Link[] {
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
  return [...new Map(found.map((link) => [`${link.path.join('.')} ${link.address}`, link])).values()];
}

/** A link may have no address of the site, or one at which visitors find nothing, a text that is taken down, the English text, or a redirect. */
export type LinkFault = 'form' | 'nowhere' | 'down' | 'english' | 'redirect';

/** @returns null for what is right, and for what is not checked. */
export async function findLinkFault(
  strapi: Core.Strapi,
  address: string,
  locale: LocaleCode,
): Promise<LinkFault | null> {
  if (unchecked.test(address)) return null;
  const target = findTarget(address, locale);
  if (!target || address.startsWith('//')) return 'form';
  if (isOwnFile(target.path)) return null;
  const answer = await findAnswer(strapi, target.path, target.locale);
  if (answer) return answer === 'text' ? null : answer;
  return (await findRouteFault(strapi, target)) === null ? 'redirect' : 'nowhere';
}

type Sentences = Partial<Record<LinkFault, (address: string, locale: LocaleCode) => string>>;

const refusals: Sentences = {
  form: (address) =>
    `“${address}” is no address of the site: write it from the first slash on, as /forex, or in full with https://.`,
  nowhere: (address, locale) => leadsNowhere(address, findTarget(address, locale)?.locale ?? locale, 'This link'),
};
const warnings: Sentences = {
  // The site leaves out links to what was taken down, and shows them again when it comes back.
  down: (address) =>
    `the text at ${address} is taken down, so visitors do not see this link until it is back. Lead it elsewhere, or leave it out.`,
  redirect: (address) => `only a redirect answers at ${address}. Write the address to which it leads.`,
};

async function tellLinks(strapi: Core.Strapi, uid: string, document: Fields, sentences: Sentences): Promise<Problem[]> {
  const links = listLinks(strapi, uid, document);
  const locale = (document.locale ?? defaultLocale) as LocaleCode;
  const faults = new Map<string, LinkFault | null>();
  const problems: Problem[] = [];
  for (const { path, address, words } of links) {
    if (!faults.has(address)) faults.set(address, await findLinkFault(strapi, address, locale));
    const fault = faults.get(address);
    const label = fieldLabel(strapi, uid, path, document);
    const sentence = fault && sentences[fault]?.(address, locale);
    if (sentence) problems.push({ path, message: `${words ? `“${words}” in ${label}` : label}: ${sentence}` });
  }
  return problems;
}

/** Links to addresses that the site does not have. @param document about to be published, with its components. */
export function findLinkProblems(strapi: Core.Strapi, uid: string, document: Fields): Promise<Problem[]> {
  return tellLinks(strapi, uid, document, refusals);
}

/** Links that the site hides for now, and links that only a redirect answers. */
export function findLinkWarnings(strapi: Core.Strapi, uid: string, document: Fields): Promise<Problem[]> {
  return tellLinks(strapi, uid, document, warnings);
}
