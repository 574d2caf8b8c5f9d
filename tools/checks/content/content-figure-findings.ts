/** Checks the figures of the demonstration content: typed figures, and how numbers are set. */
import type { Snapshot, WireDocument } from '../../../content/wire-document.ts';
import { type Locale, byLocale, locales } from '../../../content/locales.ts';
import type { Replica } from '../../../content/replica/replica.ts';
import type { DocumentType } from '../../../content/model.ts';
import { messages } from '../../../site/i18n/translate.ts';
import { decimalFindings, messageFindings } from './number-findings.ts';
import { type TypedFigure, typedFigures } from './typed-figures.ts';

/** Fields that nobody reads, or that are no text. */
const notRead = new Set([
  'id',
  'slug',
  'url',
  'link',
  'local',
  'updatedAt',
  'publishedOn',
  'effectiveOn',
  'version',
  'postedOn',
  'validThrough',
  'instruments',
  'videoId',
]);
const notChecked: ReadonlySet<DocumentType> = new Set(['instrument', 'price-history', 'trading-calendar', 'redirect']);

/** Every text of a wire document with its path; a row of cells is one text, because its first cell says what the others are about. */
function* textsOf(value: unknown, locale: Locale, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.slice(1), value];
  else if (Array.isArray(value)) {
    if (value.some((cell) => typeof cell === 'string')) yield [path.slice(1), rowText(value, locale)];
    else for (const [index, item] of value.entries()) yield* textsOf(item, locale, `${path}.${index}`);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      if (!notRead.has(name)) yield* textsOf(item, locale, `${path}.${name}`);
}

/** Cells that are numbers get the decimal sign that visitors see. */
function rowText(cells: readonly unknown[], locale: Locale): string {
  return cells
    .filter((cell) => typeof cell === 'string' || typeof cell === 'number')
    .map((cell) => (typeof cell === 'number' && locale !== 'en' ? String(cell).replace('.', ',') : String(cell)))
    .join(' | ');
}

/**
 * A legal text says what was agreed, and has a version: it repeats figures on purpose. An article may tell of a day, with examples worked out
 * for it; only what it counts is counted for it.
 */
function isReported(type: DocumentType, { repeats, message }: TypedFigure): boolean {
  if (!repeats) return true;
  if (type === 'legal-document') return false;
  return !type.endsWith('-article') || message.includes('{{count');
}

function documentFindings(document: WireDocument, replica: Replica): string[] {
  const { type, locale, wire, source } = document;
  if (notChecked.has(type)) return [];
  const instruments = instrumentsOf(replica)[locale];
  return [...textsOf(wire, locale)].flatMap(([path, text]) => [
    ...typedFigures(text, locale, instruments)
      .filter((figure) => isReported(type, figure))
      .map((figure) => `${source}: ${path}: “${figure.text}” ${figure.message}`),
    ...(type === 'legal-document' ? [] : decimalFindings(text, locale)).map(
      (finding) => `${source}: ${path}: ${finding}`,
    ),
  ]);
}

const kept = new WeakMap<Replica, ReturnType<typeof readInstruments>>();

function readInstruments(replica: Replica) {
  return byLocale((locale) => replica.reader().list('instrument', locale));
}

function instrumentsOf(replica: Replica): ReturnType<typeof readInstruments> {
  const found = kept.get(replica) ?? readInstruments(replica);
  kept.set(replica, found);
  return found;
}

function* messageTexts(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.slice(1), value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* messageTexts(item, `${path}.${name}`);
}

/** The site's own texts, which no parser sets. */
export function messageFileFindings(): string[] {
  return locales.flatMap((locale) =>
    [...messageTexts(messages[locale])].flatMap(([path, text]) =>
      messageFindings(text).map((finding) => `site/i18n/messages/${locale}.json: ${path} ${finding}`),
    ),
  );
}

/** Every text as editors type it. @param replica has its instruments. */
export function figureFindings({ documents }: Snapshot, replica: Replica): string[] {
  return documents.flatMap((document) => documentFindings(document, replica));
}
