/** Checks the figures of the demonstration content: typed figures, and the typography of numbers. */
import type { Snapshot, WireDocument } from '../../../content/wire-document.ts';
import { type Locale, byLocale, locales } from '../../../content/locales.ts';
import type { Replica } from '../../../content/replica/replica.ts';
import type { DocumentType, Instrument } from '../../../content/model.ts';
import { typesetNumbers } from '../../../content/parse/number-typesetting.ts';
import { messages } from '../../../site/i18n/translate.ts';
import { isReported, typedFigures } from '../../../cms/src/rules/texts/typed-figures.ts';
import { checkLanguages } from './check-language.ts';

/** Numbers of articles, clauses and versions have a point in every language. */
const beforeReference =
  /(?:terms|condiciones|condizioni|servicio\]|servizio\]|art[ií]culo|articolo|section|versi[oó]n|versione|MQL)[^.\d]{0,20}$/i;

/** Removes addresses and placeholders, whose numbers are not figures. */
function readText(text: string): string {
  return text
    .replace(/\{\{[^{}]*\}\}/g, 'x')
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/https?:\S+/g, '');
}

/** Finds numbers of a text with the decimal separator of another language. */
export function decimalFindings(text: string, locale: Locale): string[] {
  const read = readText(text);
  const decimal = checkLanguages[locale]?.decimal;
  if (!decimal) return [];
  return [...read.matchAll(decimal)]
    .filter((match) => !beforeReference.test(read.slice(0, match.index)))
    .map((match) => `“${match[0]}” has the decimal sign of another language`);
}

/** Finds typography that the parser corrects in content, but not in messages: a hyphen before a number, a break between number and unit. */
export function messageFindings(message: string): string[] {
  // A value counts as its number.
  const typed = message.replace(/\{(?:amount|count|number|percent|minutes)\}/g, '0');
  return typesetNumbers(typed) === typed
    ? []
    : ['has a hyphen as a minus, or a space that may break between a number and its unit (write U+2212, U+00A0)'];
}

/** Finds figures that are written into a drawing, where they cannot follow the instruments. */
export function drawingFindings(svg: string): string[] {
  return [...svg.matchAll(/<text\b[^<>]*>([^<]*\d[^<]*)/g)].map(
    (match) => `“${(match[1] ?? '').trim()}” is written into the drawing: draw it without figures`,
  );
}

/** Fields that visitors do not see, or that are not text. */
const unreadFields = new Set(
  'id slug url link local updatedAt publishedOn effectiveOn version postedOn validThrough instruments videoId'.split(
    ' ',
  ),
);
const uncheckedTypes: ReadonlySet<DocumentType> = new Set([
  'instrument',
  'price-history',
  'trading-calendar',
  'redirect',
]);

/** Collects the texts of a wire document with their paths. A row of cells is one text, because its first cell names the subject of the others. */
function* collectTexts(
  value: unknown,
  locale: Locale,
  unread: ReadonlySet<string>,
  path = '',
): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path.slice(1), value];
  else if (Array.isArray(value)) {
    if (value.some((cell) => typeof cell === 'string')) yield [path.slice(1), rowText(value, locale)];
    else for (const [index, item] of value.entries()) yield* collectTexts(item, locale, unread, `${path}.${index}`);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      if (!unread.has(name)) yield* collectTexts(item, locale, unread, `${path}.${name}`);
}

/** Joins the cells of a row. Numbers get the decimal sign that visitors see. */
function rowText(cells: readonly unknown[], locale: Locale): string {
  return cells
    .filter((cell) => typeof cell === 'string' || typeof cell === 'number')
    .map((cell) => (typeof cell === 'number' && locale !== 'en' ? String(cell).replace('.', ',') : String(cell)))
    .join(' | ');
}

function documentFindings(document: WireDocument, instruments: readonly Instrument[]): string[] {
  const { type, locale, wire, source } = document;
  if (uncheckedTypes.has(type)) return [];
  const notation = checkLanguages[locale]?.figures;
  return [...collectTexts(wire, locale, unreadFields)].flatMap(([path, text]) => [
    ...(notation ? typedFigures(text, notation, instruments) : [])
      .filter((figure) => isReported(type, figure))
      .map((figure) => `${source}: ${path}: “${figure.text}” ${figure.message}`),
    ...(type === 'legal-document' ? [] : decimalFindings(text, locale)).map(
      (finding) => `${source}: ${path}: ${finding}`,
    ),
  ]);
}

/** Checks the messages of the site, whose typography no parser corrects. */
export function messageFileFindings(): string[] {
  return locales.flatMap((locale) =>
    [...collectTexts(messages[locale], locale, new Set())].flatMap(([path, text]) =>
      messageFindings(text).map((finding) => `site/i18n/messages/${locale}.json: ${path} ${finding}`),
    ),
  );
}

/** Checks every text of the snapshot as editors typed it. @param replica contains the instruments of the snapshot. */
export function figureFindings({ documents }: Snapshot, replica: Replica): string[] {
  const instruments = byLocale((locale) => replica.reader().list('instrument', locale));
  return documents.flatMap((document) => documentFindings(document, instruments[document.locale]));
}
