/** Where a text is used: which drafts and published texts choose it, link to it, name it or read its figures. For the panel's page “Find texts”. */
import type { Core } from '@strapi/strapi';
import { listFields, type Field } from '../../../rules/document-fields';
import { fieldLabel } from '../../../rules/field-names';
import { listLinks } from '../../../rules/addresses/link-rules';
import type { Problem } from '../../../rules/problem';
import { findTarget } from '../../../rules/addresses/redirect-rules';
import { findPaths } from '../../../rules/addresses/site-addresses';
import {
  defaultLocale,
  nameDocument,
  type ApiUid,
  type Entry,
  type Fields,
  type LocaleCode,
} from '../../../setup/content-types';
import { describeText, type TextWith } from './broken-links';
import { listStrings } from './find-texts';
import { findTextsWith } from './newest-texts';
import { maxDocuments } from '../../ledger/server/panel-requests';
import type { LocalizedDocument } from '../../../setup/localized-document';

export interface Use {
  label: string;
  path: Problem['path'];
  /** By a relation, a link, its name in a field that names texts, or a figure of it in double braces. */
  by: 'relation' | 'link' | 'name' | 'figure';
  /** The link, the name or the figure; empty for a relation. */
  words: string;
}

export interface TextUses {
  name: string;
  found: TextWith<Use>[];
  more: boolean;
}

/** Types whose texts others name: by which field, in which fields, and in double braces. */
const namedTypes: Readonly<Record<string, { by: string; fields: readonly string[]; figures?: true }>> = {
  'api::instrument.instrument': {
    by: 'symbol',
    fields: ['symbol', 'subject', 'instrument', 'instruments'],
    figures: true,
  },
  'api::account-type.account-type': { by: 'key', fields: ['account'], figures: true },
  'api::trading-calendar.trading-calendar': { by: 'key', fields: ['calendar'] },
  'api::news-category.news-category': { by: 'key', fields: ['category'] },
  'api::education-category.education-category': { by: 'key', fields: ['category'] },
};

/** What a text is called elsewhere. */
interface Names {
  documentId: string;
  paths: ReadonlySet<string>;
  /** As a whole word; null when nothing names it. */
  name: RegExp | null;
  /** Fields that may name it. */
  fields: readonly string[];
  figures: boolean;
}

/** @returns texts that the user may read, in every language. */
export async function findTextUses(strapi: Core.Strapi, { uid, documentId }: LocalizedDocument): Promise<TextUses> {
  const rows: Entry[] = await strapi.db.query(uid as ApiUid).findMany({ where: { documentId } });
  const paths = new Set(rows.flatMap((row) => findPaths(uid, row)));
  const { by = '', fields = [], figures = false } = namedTypes[uid] ?? {};
  const word = String(rows[0]?.[by] ?? '');
  const name = word ? new RegExp(`(?<![\\w-])${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\w-])`) : null;
  const answer: TextUses = { name: rows[0] ? nameDocument(strapi, uid, rows[0]) : '', found: [], more: false };
  const words = new Set([documentId, ...[...paths].flatMap(listSearchedWords), ...(word ? [word] : [])]);
  for await (const text of findTextsWith(strapi, [...words])) {
    if (text.document.uid === uid && text.document.documentId === documentId) continue;
    const using = await describeText(strapi, text, async (own, content) =>
      listUses(strapi, own, content, text.document.locale, { documentId, paths, name, fields, figures }),
    );
    if (!using) continue;
    if (answer.found.length === maxDocuments) return { ...answer, more: true };
    answer.found.push(using);
  }
  return answer;
}

/** What stands in every address of the text: few words are found faster. The home page's address stands in every other one. */
const listSearchedWords = (path: string) =>
  path === '/' ? ['"/"', '](/)', '"/#', '](/#'] : [path.slice(path.lastIndexOf('/'))];

function listUses(
  strapi: Core.Strapi,
  uid: string,
  content: Fields,
  locale: string,
  { documentId, paths, name, fields, figures }: Names,
): Use[] {
  const describeUse = (path: Problem['path'], by: Use['by'], words: string): Use => ({
    label: fieldLabel(strapi, uid, path, content),
    path,
    by,
    words,
  });
  const links = listLinks(strapi, uid, content).flatMap(({ path, address }) => {
    const target = findTarget(address, (locale || defaultLocale) as LocaleCode);
    return target && paths.has(target.path) ? [describeUse(path, 'link', address)] : [];
  });
  const others = listFields(strapi, uid, content).flatMap(({ path, name: field, attribute, value }: Field): Use[] => {
    if (attribute.type === 'relation')
      return [value].flat().includes(documentId) ? [describeUse(path, 'relation', '')] : [];
    if (
      uid === 'api::redirect.redirect' &&
      field === 'to' &&
      paths.has(findTarget(String(value), defaultLocale)?.path ?? '')
    )
      return [describeUse(path, 'link', String(value))];
    if (!name) return [];
    const written = figures ? [...listStrings(value)].flatMap((text) => text.match(/\{\{[^{}]*\}\}/g) ?? []) : [];
    return [
      ...[...new Set(written)]
        .filter((figure) => name.test(figure))
        .map((figure) => describeUse(path, 'figure', figure)),
      ...(fields.includes(field) && typeof value === 'string' && name.test(value)
        ? [describeUse(path, 'name', value)]
        : []),
    ];
  });
  return [...links, ...others];
}
