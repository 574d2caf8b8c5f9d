/** Links in drafts and published texts that lead nowhere, or not straight to a text in their language: for the panel's page “Find texts”. */
import type { Core } from '@strapi/strapi';
import { fieldLabel } from '../../../rules/field-names';
import { findLinkFault, listLinks, type Link, type LinkFault } from '../../../rules/addresses/link-rules';
import type { Problem } from '../../../rules/problem';
import { liveAddresses } from '../../../rules/addresses/live-addresses';
import { readPath } from '../../../rules/addresses/site-addresses';
import { defaultLocale, localeCodes, nameDocument, type Fields, type LocaleCode } from '../../../setup/content-types';
import { listNewestVersions, readContentsInParts, readTexts, type Text } from './newest-texts';
import { maxDocuments } from '../../ledger/server/panel-requests';
import type { State } from '../../ledger/server/snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

export interface BrokenLink {
  label: string;
  path: Problem['path'];
  address: string;
  /** That visitors read; empty for an address alone. */
  words: string;
  fault: LinkFault;
}

/** A text with what was found in it, for a list of the panel. */
export interface TextWith<Finding> extends LocalizedDocument {
  name: string;
  /** Whether the type has one document. */
  single: boolean;
  /** The versions that have them: a draft alone, what is live alone, or both. */
  places: (Finding & { states: State[] })[];
}

type FindFault = (link: Link, locale: string) => Promise<LinkFault | null>;
const redirectUid = 'api::redirect.redirect';

/** Where addresses stand in the JSON of a version. Code has some, too: what has a fault is read again, field by field. */
const addressPattern = /(?:\]\(\s*<?|\]:\s*<?|href=\\?["']|"(?:url|link|afterwards|to)":")([^\s()<>"'\\]+)/g;

/** @returns texts that the user may read, by type; `more` when there are others. */
export async function findBrokenLinks(strapi: Core.Strapi): Promise<{ found: TextWith<BrokenLink>[]; more: boolean }> {
  return liveAddresses.run(new Map(), async () => {
    const findFault = rememberFaultsByAddress(strapi);
    const found: TextWith<BrokenLink>[] = [];
    for await (const text of readTexts(strapi, await listSuspects(strapi, findFault))) {
      const broken = await describeText(strapi, text, (uid, content) =>
        listBroken(strapi, uid, content, text.document.locale, findFault),
      );
      if (!broken) continue;
      if (found.length === maxDocuments) return { found, more: true };
      found.push(broken);
    }
    return { found, more: false };
  });
}

/** @param list finds those of one version. @returns null without findings. */
export async function describeText<Finding extends { path: Problem['path'] }>(
  strapi: Core.Strapi,
  { type, document, versions }: Text,
  list: (uid: string, content: Fields) => Promise<Finding[]>,
): Promise<TextWith<Finding> | null> {
  const places = new Map<string, Finding & { states: State[] }>();
  // The form shows the draft, and leads to its fields.
  for (const { state, content } of versions.toSorted((one, other) => one.state.localeCompare(other.state)))
    for (const place of await list(document.uid, content)) {
      const key = JSON.stringify(place);
      const states = [...(places.get(key)?.states ?? []), state];
      places.set(key, { ...place, states });
    }
  const [first] = versions;
  if (places.size === 0 || !first) return null;
  const name = nameDocument(strapi, document.uid, first.content);
  return { ...document, name, single: type.single, places: [...places.values()] };
}

/** Texts of which the newest version has an address with a fault, in the order of the database. */
async function listSuspects(strapi: Core.Strapi, findFault: FindFault): Promise<LocalizedDocument[]> {
  const versions = Map.groupBy(await listNewestVersions(strapi), ({ hash }) => hash);
  const suspects = new Map<string, LocalizedDocument>();
  for await (const contents of readContentsInParts(strapi, [...versions.keys()]))
    for (const [hash, content] of contents)
      for (const { uid, documentId, locale } of versions.get(hash) ?? [])
        // A redirect may be for every language.
        for (const one of uid === redirectUid ? localeCodes : [locale])
          for (const [, address = ''] of content.matchAll(addressPattern))
            if (await findFault({ path: [], address, words: '' }, one))
              suspects.set(`${uid} ${documentId} ${locale}`, { uid, documentId, locale });
  return [...suspects].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, document]) => document);
}

function listOwnLinks(strapi: Core.Strapi, uid: string, content: Fields): Link[] {
  if (uid !== redirectUid) return listLinks(strapi, uid, content);
  return [{ path: ['to'], address: String(content.to), words: String(content.from) }];
}

/** Each address is looked up once for each language. */
function rememberFaultsByAddress(strapi: Core.Strapi): FindFault {
  const known = new Map<string, LinkFault | null>();
  return async ({ path: [first], address, words }, locale) => {
    // Redirects have no language, and may lead over others.
    const isRedirect = first === 'to';
    const language = ((isRedirect ? readPath(words).locale : locale) || defaultLocale) as LocaleCode;
    const key = `${language} ${address}`;
    const fault = known.has(key) ? known.get(key) : await findLinkFault(strapi, address, language);
    known.set(key, fault ?? null);
    return isRedirect && fault !== 'nowhere' ? null : (fault ?? null);
  };
}

async function listBroken(
  strapi: Core.Strapi,
  uid: string,
  content: Fields,
  locale: string,
  findFault: FindFault,
): Promise<BrokenLink[]> {
  const broken: BrokenLink[] = [];
  for (const link of listOwnLinks(strapi, uid, content)) {
    const fault = await findFault(link, locale);
    if (fault) broken.push({ ...link, label: fieldLabel(strapi, uid, link.path, content), fault });
  }
  return broken;
}
