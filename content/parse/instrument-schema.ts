/** The wire shape of an instrument (`demo/README.md`). Its messages describe a valid value, for a person who edits the instruments in a spreadsheet. */
import * as v from 'valibot';
import { type Locale, byLocale, defaultLocale, locales } from '../locales.ts';
import { contractUnits, instrumentClasses, swapUnits, tripleSwapDays } from '../model-instruments.ts';
import { isoDateTime, orNull, requiredText } from './wire-pieces.ts';

/** Builds the name of the field that contains an instrument's name in a language: `nameEs`. */
export function instrumentNameField(locale: Locale): string {
  return `name${locale.charAt(0).toUpperCase()}${locale.slice(1)}`;
}

/** The fields of an account's terms, in the order of the spreadsheet. */
export const termFields = ['spread', 'minimumSpread', 'commission', 'leverage'] as const;

const maxNameLength = 80;
const maxAliasesLength = 200;
/** With more decimals, sums would show rounding errors of binary fractions. */
const maxDecimals = 8;

function hasFewDecimals(value: number): boolean {
  // A faster way to the same result, for numbers below a million.
  if (Math.abs(value) < 1e6 && Math.round(value * 10 ** maxDecimals) / 10 ** maxDecimals === value) return true;
  return Number(value.toFixed(maxDecimals)) === value;
}

function createNumberSchema(min: number, max: number, example: string) {
  const message = `must be a number from ${min} to ${max}, such as ${example}`;
  return v.pipe(
    v.number(message),
    v.finite(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.check(hasFewDecimals, `must have at most ${maxDecimals} decimals`),
  );
}

function pickOne<const Options extends readonly string[]>(options: Options) {
  return v.picklist(options, `must be one of ${options.join(', ')}`);
}

function createTextSchema(pattern: RegExp, message: string) {
  return v.pipe(v.string(message), v.maxLength(maxNameLength, message), v.regex(pattern, message));
}

/** JavaScript writes a smaller figure with an exponent. */
const minFigure = 0.000001;
const currency = createTextSchema(/^[A-Z][A-Z0-9]{1,9}$/, 'must be a code in capitals, such as USD');
/** The start of a text that a spreadsheet takes for a formula. Spaces, quotes and invisible characters may come before the sign. */
const formulaStart = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}'"]*[=@+\-\u2212]/u;
const name = v.pipe(
  requiredText,
  v.maxLength(maxNameLength, `must have at most ${maxNameLength} characters`),
  // Visitors open the downloaded list in a spreadsheet, which may begin a new cell at each `;`, so every part is checked.
  v.check(
    (text) => text.split(/[;\t\r\n]/).every((cell) => !formulaStart.test(cell.normalize('NFKC'))),
    'must not begin with =, @, + or -: a spreadsheet would compute it',
  ),
);
/** Other names, which people search for and the site does not show, in one text: `DAX|GER40`. */
const aliases = v.pipe(
  v.nullish(
    v.pipe(
      v.string('must be names with | between, such as DAX|GER40'),
      v.maxLength(maxAliasesLength, `must have at most ${maxAliasesLength} characters`),
    ),
    '',
  ),
  v.transform((text) =>
    text
      .replaceAll('\0', '')
      .toWellFormed()
      .split('|')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
  v.check(
    (names) => names.every((one) => !formulaStart.test(one.normalize('NFKC'))),
    'must not begin with =, @, + or -: a spreadsheet would compute it',
  ),
);
const term = v.object({
  account: createTextSchema(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of an account type, such as prime'),
  spread: createNumberSchema(0, 1e6, '0.6'),
  minimumSpread: createNumberSchema(0, 1e6, '0.4'),
  commission: createNumberSchema(0, 1e4, '3.5'),
  leverage: v.pipe(createNumberSchema(1, 2000, '400'), v.integer('must be a whole number, such as 400 for 1:400')),
});
const swap = createNumberSchema(-1e6, 1e6, '-6.8');
const lots = createNumberSchema(minFigure, 1e7, '0.01');
const step = createNumberSchema(minFigure, 1e6, '0.0001');

const fields = v.object({
  symbol: createTextSchema(/^[A-Z][A-Z0-9]{0,19}$/, 'must be capitals and digits, such as EURUSD'),
  aliases,
  assetClass: pickOne(instrumentClasses),
  baseCurrency: orNull(currency),
  quoteCurrency: createTextSchema(/^[A-Z]{3}$/, 'must be the three letters of a currency, such as USD'),
  contractSize: createNumberSchema(minFigure, 1e9, '100000'),
  contractUnit: pickOne(contractUnits),
  tickSize: step,
  pipSize: step,
  terms: v.pipe(v.array(term, 'must be a list of accounts'), v.minLength(1, 'must have the terms of an account')),
  swapLong: swap,
  swapShort: swap,
  swapUnit: pickOne(swapUnits),
  tripleSwapDay: pickOne(tripleSwapDays),
  minimumLots: lots,
  maximumLots: lots,
  lotStep: lots,
  calendar: createTextSchema(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of a calendar, such as forex'),
  referencePrice: createNumberSchema(minFigure, 1e9, '1.2'),
  pricedAt: isoDateTime,
});
type Fields = v.InferOutput<typeof fields>;

/** Whether a decimal number is a whole multiple of another. Tolerates the rounding errors of binary fractions. */
function isMultiple(value: number, unit: number): boolean {
  const quotient = value / unit;
  return Math.abs(quotient - Math.round(quotient)) < 1e-6;
}

interface Contradiction {
  path: string[];
  message: string;
}

/** Finds figures that contradict each other. */
function findContradictions(instrument: Fields): Contradiction[] {
  const { assetClass, contractUnit, baseCurrency, quoteCurrency, tickSize, pipSize } = instrument;
  const { minimumLots, maximumLots, lotStep, swapUnit, terms } = instrument;
  const found: Contradiction[] = [];
  const report = (path: (string | number)[], message: string) => found.push({ path: path.map(String), message });
  if (contractUnit === 'base' && !baseCurrency) report(['baseCurrency'], 'must be given: a lot is counted in it');
  if (baseCurrency === quoteCurrency) report(['baseCurrency'], 'must differ from quoteCurrency');
  if (assetClass.startsWith('forex') && contractUnit !== 'base')
    report(['contractUnit'], 'must be base: a lot of a currency pair is counted in its base currency');
  if (!isMultiple(pipSize, tickSize)) report(['pipSize'], `must be tickSize (${tickSize}) or a multiple of it`);
  if (minimumLots > maximumLots) report(['maximumLots'], `must be minimumLots (${minimumLots}) or more`);
  if (!isMultiple(minimumLots, lotStep)) report(['minimumLots'], `must be a multiple of lotStep (${lotStep})`);
  for (const side of ['swapLong', 'swapShort'] as const)
    if (swapUnit === 'percent-per-year' && Math.abs(instrument[side]) > 100)
      report([side], 'must be from -100 to 100, because swapUnit is percent-per-year');
  terms.forEach((one, index) => {
    if (one.minimumSpread > one.spread)
      report(['terms', index, 'minimumSpread'], `must be at most the average spread, ${one.spread}`);
    if (terms.findIndex(({ account }) => account === one.account) !== index)
      report(['terms', index, 'account'], `must be another account: ${one.account} has its terms already`);
  });
  return found;
}

const nameFields = Object.fromEntries(
  locales.map((code) => [instrumentNameField(code), code === defaultLocale ? name : orNull(name)]),
);
const fieldsAndNames = v.object({ ...fields.entries, ...nameFields });

/** The schema of an instrument, which is parsed once for all languages (`content/language-neutral.ts`). */
export function instrumentSchema() {
  return v.pipe(
    fieldsAndNames,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input: Fields = dataset.value;
      for (const { path, message } of findContradictions(input))
        addIssue({
          message,
          path: path.map((key) => ({ type: 'unknown', origin: 'value', input, key, value: undefined })) as unknown as [
            v.IssuePathItem,
          ],
        });
    }),
    v.transform((wire) => {
      const fieldsByName: Record<string, unknown> = wire;
      const readName = (code: Locale) => fieldsByName[instrumentNameField(code)] as string | null;
      const english = readName(defaultLocale) ?? '';
      return {
        ...Object.fromEntries(Object.keys(fields.entries).map((key) => [key, fieldsByName[key]])),
        name: english,
        names: byLocale((locale) => readName(locale) ?? english),
      };
    }),
  );
}
