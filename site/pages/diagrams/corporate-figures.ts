/** Calculates the money of a dividend and of a split on a position of shares, to the cent. */
import { type Exact, exact, subtract, divide, add, roundTo, multiply } from '../../../content/costs/exact.ts';
import { type ComputeFigures, findInstruments, findPoint } from './diagram-source.ts';

/** Shares of the position. */
const shares = 50;

export const corporateFigures: ComputeFigures = (block, source) => {
  const { t, writer } = source;
  const [instrument] = findInstruments(block, source);
  if (!instrument) return null;
  const { quoteCurrency: currency, referencePrice, name } = instrument;
  const [dividend, withholding, split] = (['dividend', 'withholding', 'split'] as const).map((group) =>
    findPoint(block, group),
  );
  if (!dividend || !withholding || !split) return null;
  const formatMoney = (amount: Exact, signed = false) => writer.money({ amount: roundTo(amount, 2), currency }, signed);
  const paid = multiply(exact(dividend.value ?? 0), shares);
  const tax = divide(multiply(paid, exact(withholding.value ?? 0)), 100);
  const createStep = (label: string, amount: Exact) => ({
    label,
    amount: Number(roundTo(amount, 2)),
    text: `${Number(roundTo(amount, 2)) > 0 ? '+' : ''}${writer.number(roundTo(amount, 2))}`,
  });
  const zero = exact(0);
  const priceFall = t('diagram.corporate.fall');
  const remainder = t('diagram.corporate.left');
  const count = { shares: writer.number(String(shares)) };
  const ratio = exact(split.value ?? 1);
  const after = { shares: multiply(exact(shares), ratio), price: divide(exact(referencePrice), ratio) };
  const value = formatMoney(multiply(exact(referencePrice), shares));
  const createSide = (label: string, owned: Exact, price: Exact) => ({
    name: label,
    shares: Number(roundTo(owned, 2)),
    sharesText: t('diagram.corporate.shares', { shares: writer.number(roundTo(owned, 0)) }),
    price: Number(roundTo(price, 4)),
    priceText: formatMoney(price),
  });
  const long = [
    createStep(priceFall, subtract(zero, paid)),
    createStep(t('diagram.corporate.credit'), paid),
    createStep(withholding.label, subtract(zero, tax)),
  ];
  const short = [createStep(priceFall, paid), createStep(t('diagram.corporate.debit'), subtract(zero, paid))];
  const sides = [
    { name: t('diagram.corporate.long', count), steps: long, left: createStep(remainder, subtract(zero, tax)) },
    { name: t('diagram.corporate.short', count), steps: short, left: createStep(remainder, zero) },
  ];
  const [one, other] = [
    createSide(t('diagram.corporate.before'), exact(shares), exact(referencePrice)),
    createSide(t('diagram.corporate.after'), after.shares, after.price),
  ];
  return {
    drawing: {
      kind: 'corporate-actions',
      dividend: { title: dividend.label, text: dividend.text ?? '', sides },
      split: {
        title: split.label,
        text: split.text ?? '',
        before: one,
        after: other,
        value: t('diagram.corporate.value', { value }),
      },
    },
    alt: t('diagram.corporate.alt', {
      ...count,
      name,
      paid: formatMoney(add(zero, paid)),
      left: formatMoney(subtract(zero, tax), true),
      after: other.sharesText,
      price: other.priceText,
      value,
    }),
    table: {
      caption: t('diagram.corporate.caption', { name, currency }),
      head: [t('diagram.corporate.what'), ...sides.map((each) => each.name)],
      rows: [
        [priceFall, ...sides.map(({ steps }) => steps[0]?.text ?? '')],
        [t('diagram.corporate.adjustment'), ...sides.map(({ steps }) => steps[1]?.text ?? '')],
        [withholding.label, long[2]?.text ?? '', writer.number('0.00')],
        [remainder, ...sides.map((each) => each.left.text)],
        [`${split.label}: ${one.name}`, `${one.sharesText} × ${one.priceText}`, value],
        [`${split.label}: ${other.name}`, `${other.sharesText} × ${other.priceText}`, value],
      ],
    },
  };
};
