/**
 * Typesets the numbers of a text: a real minus sign, and no line break between a number and its unit or name. Editors type a hyphen and a normal
 * space.
 */

/** Units after a number, in all languages of the site. */
const units = [
  '%|‰|pips?|points?|puntos?|punti|punto|lots?|lotes?|lotti|lotto|oz|lb|MMBtu|MB|UTC',
  'USD|EUR|GBP|JPY|ZAR|CHF|dollars|dólares|dollari|yen|yenes|rand|rands',
  'minutes?|hours?|days?|nights?|weeks?|months?|years?|minutos?|horas?|días?|noches?|semanas?|mes|meses|años?',
  'million|millones|milioni|mln|September|settembre|October|ottobre|November|novembre|December|dicembre|January|gennaio|February|febbraio',
  'March|marzo|April|aprile|May|maggio|June|giugno|July|luglio|August|agosto',
  'cents?|centavos?|céntimos?|centesim[oi]|bits?|ounces?|onzas?|onci[ae]|once|barrels?|barril(?:es)?|baril[ei]|shares?|acciones|azioni|contracts?|contratos?|contratt[oi]',
  'minut[oi]|or[ae]|giorn[oi]|nott[ei]|settiman[ae]|mes[ei]|ann[oi]',
];
/** A number, or its placeholder, before a unit. */
const unitAfter = new RegExp(`(\\d|\\}\\}) (?=(?:${units.join('|')})(?![\\p{L}\\p{N}]))`, 'gu');
/** A currency before an amount. */
const currencyBefore = /\b(USD|EUR|GBP|JPY|ZAR|CHF) (?=[-−]?\d|\{\{)/g;
/** Names that end in a number. */
const nameBefore =
  /(?<!\p{L})(MetaTrader|US|UK|Germany|Germania|Alemania|Tech|Unido|Unito|[Aa]rticle|[Aa]rtículo|[Aa]rticolo|[Ss]ection|n\.|FSP|ODP) (?=\d{1,5}\b(?![.,:]\d))/gu;
/** A hyphen at the beginning of a number. */
const hyphen = /(^|[\s(|*“«>])-(?=\d)/gm;

/** A line may begin with an operator, but never end with one. */
const operator = /(?<=[\p{L}\p{N}%})] [×÷]) (?=[\p{L}\p{N}{(√])/gu;
/** A day of a month in Spanish. */
const spanishDay =
  /(\d) de (?=(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?!\p{L}))/gu;

/** A house number, written before the street. */
const houseNumber = /(?<![\p{L}\p{N}])(\d{1,4}) (?=\p{Lu}\p{Ll}+ (?:Street|Avenue|Road|Square)(?!\p{L}))/gu;

/** The United States in Spanish. */
const shortName = /\bEE\. (?=UU\.)/g;
/** An international telephone number. */
const telephone = /\+\d{1,3}(?: \d{2,4}){2,4}(?!\d)/g;

/** Every pattern contains one of these characters, and most texts none of them. */
const needsTypesetting = /[\d{}×÷]|EE\./;

const noBreak = '\u00a0';

/** Typesets the numbers of a text. Markdown keeps its meaning: the mark of a list has a space after it. */
export function typesetNumbers(text: string): string {
  if (!needsTypesetting.test(text)) return text;
  return text
    .replace(hyphen, '$1−')
    .replace(unitAfter, `$1${noBreak}`)
    .replace(currencyBefore, `$1${noBreak}`)
    .replace(nameBefore, `$1${noBreak}`)
    .replace(operator, noBreak)
    .replace(spanishDay, `$1${noBreak}de${noBreak}`)
    .replace(houseNumber, `$1${noBreak}`)
    .replace(shortName, `EE.${noBreak}`)
    .replace(telephone, (number) => number.replaceAll(' ', noBreak));
}
