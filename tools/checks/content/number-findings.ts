/** Finds numbers that are not set as their language sets them: a decimal point in Spanish, a hyphen as a minus, a break before a unit. */
import type { Locale } from '../../../content/locales.ts';
import { withSetNumbers } from '../../../content/parse/number-typesetting.ts';

/** Numbers of articles, clauses and versions have a point in every language. */
const numbered =
  /(?:terms|condiciones|condizioni|servicio\]|servizio\]|art[ií]culo|articolo|section|versi[oó]n|versione|MQL)[^.\d]{0,20}$/i;

/** Matches nothing: in a language without rules of its own, nothing is found. */
export const unknownLanguage = /(?!)/g;

/** What is written with the other sign than the language's: `1.5` in Spanish, `1,5` in English. A thousand is none: it has three digits. */
const wrongDecimal: Partial<Record<Locale, RegExp>> = {
  en: /(?<![\d.,])\d+,(?!\d{3}(?!\d))\d+/g,
  es: /(?<![\d.,])\d+\.(?!\d{3}(?!\d))\d+/g,
  it: /(?<![\d.,])\d+\.(?!\d{3}(?!\d))\d+/g,
};

/** Addresses and placeholders have numbers of their own. */
function readText(text: string): string {
  return text
    .replace(/\{\{[^{}]*\}\}/g, 'x')
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/https?:\S+/g, '');
}

/** Decimals of a text that have the sign of another language. */
export function decimalFindings(text: string, locale: Locale): string[] {
  const read = readText(text);
  return [...read.matchAll(wrongDecimal[locale] ?? unknownLanguage)]
    .filter((match) => !numbered.test(read.slice(0, match.index)))
    .map((match) => `“${match[0]}” has the decimal sign of another language`);
}

/** What the parser would set in a message, which no parser reads: a hyphen before a number, a break between number and unit. */
export function messageFindings(message: string): string[] {
  // A value stands for its number.
  const typed = message.replace(/\{(?:amount|count|number|percent|minutes)\}/g, '0');
  return withSetNumbers(typed) === typed
    ? []
    : ['has a hyphen as a minus, or a space that may break between a number and its unit (write U+2212, U+00A0)'];
}

/** Figures that are written into a drawing: they cannot follow the instruments. */
export function drawingFindings(svg: string): string[] {
  return [...svg.matchAll(/<text\b[^<>]*>([^<]*\d[^<]*)/g)].map(
    (match) => `“${(match[1] ?? '').trim()}” is written into the drawing: draw it without figures`,
  );
}
