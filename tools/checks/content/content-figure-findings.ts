/** Checks the figures of the demonstration content: typed figures, and how numbers are set. */
import type { Snapshot, WireDocument } from '../../../content/wire-document.ts';
import { type Locale, byLocale, locales } from '../../../content/locales.ts';
import type { Replica } from '../../../content/replica/replica.ts';
import type { DocumentType } from '../../../content/model.ts';
import { typesetNumbers } from '../../../content/parse/number-typesetting.ts';
import { messages } from '../../../site/i18n/translate.ts';
import { checkLanguages } from './check-language.ts';
import { type TypedFigure, typedFigures } from './typed-figures.ts';

/** Numbers of articles, clauses and versions have a point in every language. */
const numbered =
  /(?:terms|condiciones|condizioni|servicio\]|servizio\]|art[ií]culo|articolo|section|versi[oó]n|versione|MQL)[^.\d]{0,20}$/i;

/** Addresses and placeholders have numbers of their own. */
function readText(text: string): string {
  return text
    .replace(/\{\{[^{}]*\}\}/g, 'x')
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/https?:\S+/g, '');
}

/** Numbers of a text with the decimal separator of another language. */
export function decimalFindings(text: string, locale: Locale): string[] {
  const read = readText(text);
  const decimal = checkLanguages[locale]?.decimal;
  if (!decimal) return [];
  return [...read.matchAll(decimal)]
    .filter((match) => !numbered.test(read.slice(0, match.index)))
    .map((match) => `“${match[0]}” has the decimal sign of another language`);
}

/** Typography that the parser corrects in content, but not in messages: a hyphen before a number, a break between number and unit. */
export function messageFindings(message: string): string[] {
  // A value counts as its number.
  const typed = message.replace(/\{(?:amount|count|number|percent|minutes)\}/g, '0');
  return typesetNumbers(typed) === typed
    ? []
    : ['has a hyphen as a minus, or a space that may break between a number and its unit (write U+2212, U+00A0)'];
}

/** Figures that are written into a drawing: they cannot follow the instruments. */
export function drawingFindings(svg: string): string[] {
  return [...svg.matchAll(/<text\b[^<>]*>([^<]*\d[^<]*)/g)].map(
    (match) => `“${(match[1] ?? '').trim()}” is written into the drawing: draw it without figures`,
  );
}

/** Fields that visitors do not see, or that are not text. */
const notRead = new Set(
  'id slug url link local updatedAt publishedOn effectiveOn version postedOn validThrough instruments videoId'.split(
    ' ',
  ),
);
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
 * A legal text has a version and repeats figures on purpose. An article may describe one day with its own example figures; so only its counts are
 * checked.
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
