/** Finds figures of an instrument that contradict each other, before the site refuses them. */
import type { Problem } from '../problem';

type Fields = Record<string, unknown>;

/** Whether a decimal number is a whole multiple of another, without errors of binary fractions. */
function isMultiple(value: number, unit: number): boolean {
  const parts = value / unit;
  return Math.abs(parts - Math.round(parts)) < 1e-6;
}

export function findInstrumentProblems(instrument: Fields): Problem[] {
  const problems: Problem[] = [];
  const say = (path: (string | number)[], message: string) => problems.push({ path, message });
  const { assetClass, contractUnit, baseCurrency, quoteCurrency, swapUnit } = instrument;
  const [tick, pip] = [Number(instrument.tickSize), Number(instrument.pipSize)];
  const [least, most, step] = [
    Number(instrument.minimumLots),
    Number(instrument.maximumLots),
    Number(instrument.lotStep),
  ];
  if (contractUnit === 'base' && !baseCurrency)
    say(['baseCurrency'], 'Fill in the base currency: a lot is counted in it.');
  if (baseCurrency && baseCurrency === quoteCurrency)
    say(['baseCurrency'], 'The base currency and the quote currency must differ.');
  if (String(assetClass).startsWith('forex') && contractUnit !== 'base')
    say(['contractUnit'], 'A lot of a currency pair is counted in its base currency: choose base.');
  if (!isMultiple(pip, tick)) say(['pipSize'], `The pip must be the tick (${tick}) or a multiple of it.`);
  if (!(least <= most)) say(['maximumLots'], `The maximum must be the minimum (${least}) or more.`);
  if (!isMultiple(least, step)) say(['minimumLots'], `The minimum must be a multiple of the step (${step}).`);
  for (const side of ['swapLong', 'swapShort'])
    if (swapUnit === 'percent-per-year' && !(Math.abs(Number(instrument[side])) <= 100))
      say([side], 'A yearly rate must be from -100 to 100.');
  const terms = Array.isArray(instrument.terms) ? (instrument.terms as Fields[]) : [];
  for (const [index, one] of terms.entries()) {
    const account = String(one.account);
    if (!(Number(one.minimumSpread) <= Number(one.spread)))
      say(
        ['terms', index, 'minimumSpread'],
        `${account}: the minimum spread must be at most the average, ${String(one.spread)}.`,
      );
    if (terms.findIndex((other) => other.account === one.account) !== index)
      say(['terms', index, 'account'], `${account} is there twice: keep one entry for each account type.`);
  }
  return problems;
}
