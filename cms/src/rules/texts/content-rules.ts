/** The rules for texts that compliance keeps in the panel (“Rules for texts”), and what they say of a document. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, type Fields } from '../../setup/content-types';
import { findBannedWords, type BannedWord } from './banned-words';
import { listFields } from '../document-fields';
import { fieldLabel } from '../field-names';
import type { Problem } from '../problem';
import { hasApprovedSentence, readSentences } from './risk-sentences';

export const rulesUid = 'api::content-rule-set.content-rule-set';

interface ContentRules {
  riskSentences: readonly string[];
  bannedWords: readonly BannedWord[];
}

/** As published in a language; no rules where none are published. */
async function readContentRules(strapi: Core.Strapi, locale: unknown): Promise<ContentRules> {
  const found = await documents(strapi, rulesUid).findFirst({
    locale: locale ?? defaultLocale,
    status: 'published',
    populate: ['bannedWords'],
  });
  return {
    riskSentences: readSentences(found?.riskSentences),
    bannedWords: (found?.bannedWords ?? []) as BannedWord[],
  };
}

/** Fields that are no text for readers, and types whose texts are figures or lists. */
const unreadFields: ReadonlySet<string> = new Set(
  'key slug path url link symbol videoId searchedAs synonyms instruments figure account category calendar message'.split(
    ' ',
  ),
);
const untypedTypes: ReadonlySet<string> = new Set(
  ['instrument', 'price-history', 'trading-calendar', 'redirect', 'content-rule-set'].map(
    (name) => `api::${name}.${name}`,
  ),
);

export interface ReadableText {
  path: Problem['path'];
  text: string;
}

/** The texts of a document that visitors read. The cells of a table are one text for each row. */
export function listTexts(strapi: Core.Strapi, uid: string, document: Fields): ReadableText[] {
  if (untypedTypes.has(uid)) return [];
  return listFields(strapi, uid, document).flatMap(({ path, name, attribute: { type }, value }) => {
    if (!isReadersText(name, type)) return [];
    if (type === 'json') return jsonRows(value).map((text) => ({ path, text }));
    return typeof value === 'string' ? [{ path, text: value }] : [];
  });
}

/** Tells whether visitors read the text of a field. */
export function isReadersText(name: string, type: string): boolean {
  return !unreadFields.has(name) && ['string', 'text', 'richtext', 'json'].includes(type);
}

/** The panel sends the text of a JSON field while it is not valid. */
function jsonRows(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  if (value.every((cell) => !Array.isArray(cell))) return [value.map(String).join(' | ')];
  return value.map((row) => [row].flat().map(String).join(' | '));
}

/** @param refused which of the banned words: those that are refused, or those of which an editor is warned. */
export async function findBannedWordProblems(
  strapi: Core.Strapi,
  uid: string,
  document: Fields,
  refused: boolean,
): Promise<Problem[]> {
  const texts = listTexts(strapi, uid, document);
  if (texts.length === 0) return [];
  const rules = (await readContentRules(strapi, document.locale)).bannedWords.filter(
    (rule) => (rule.refused === true) === refused,
  );
  return texts.flatMap(({ path, text }) =>
    findBannedWords(text, rules).map(({ found, rule }) => ({
      path,
      message: `“${found}” in ${fieldLabel(strapi, uid, path, document)}: ${rule.reason}`,
    })),
  );
}

/** Every risk notice of a page, and the risk warning of the company, has an approved sentence. */
export async function findRiskSentenceProblems(strapi: Core.Strapi, uid: string, document: Fields): Promise<Problem[]> {
  const notices = listFields(strapi, uid, document).filter(
    ({ component, name }) => (component === 'blocks.risk-notice' && name === 'text') || name === 'riskWarning',
  );
  if (notices.length === 0) return [];
  const { riskSentences } = await readContentRules(strapi, document.locale);
  if (riskSentences.length === 0) return [];
  const listed = riskSentences.map((sentence) => `“${sentence}”`).join(' ');
  return notices
    .filter(({ value }) => !hasApprovedSentence(value, riskSentences))
    .map(({ path }) => ({
      path,
      message: `The warning has none of the approved sentences. Write one of them into it, word for word: ${listed} Compliance keeps them under “Rules for texts”.`,
    }));
}

/** Characters; a shorter sentence names no risk. “You can lose all your money.” has 29. */
export const shortestWarning = 25;

/** @param rules about to be published. */
export function findContentRulesProblems(rules: Fields): Problem[] {
  const problems: Problem[] = readSentences(rules.riskSentences)
    .filter((sentence) => sentence.length < shortestWarning)
    .map((sentence) => ({
      path: ['riskSentences'],
      message: `“${sentence}” is no sentence of risk: say what visitors can lose, in ${shortestWarning} characters or more.`,
    }));
  for (const [index, { words }] of ((rules.bannedWords ?? []) as BannedWord[]).entries()) {
    // Such a sign alone would match every text.
    const empty = String(words ?? '')
      .split(',')
      .find((one) => one.trim() !== '' && !/[\p{L}\p{N}#]/u.test(one));
    if (empty !== undefined)
      problems.push({
        path: ['bannedWords', index, 'words'],
        message: `“${empty.trim()}” has no word: write at least one letter, or # for a number.`,
      });
  }
  return problems;
}
