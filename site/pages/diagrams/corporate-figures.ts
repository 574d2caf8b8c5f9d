/** A dividend and a split on a position of shares: the money that moves, worked out to the cent. */
import { type Exact, exact, subtract, divide, add, roundedTo, multiply } from '../../../content/costs/exact.ts';
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
  const money = (amount: Exact, signed = false) => writer.money({ amount: roundedTo(amount, 2), currency }, signed);
  const paid = multiply(exact(dividend.value ?? 0), shares);
  const tax = divide(multiply(paid, exact(withholding.value ?? 0)), 100);
  const step = (label: string, amount: Exact) => ({
    label,
    amount: Number(roundedTo(amount, 2)),
    text: `${Number(roundedTo(amount, 2)) > 0 ? '+' : ''}${writer.number(roundedTo(amount, 2))}`,
  });
  const none = exact(0);
  const fall = t('diagram.corporate.fall');
  const left = t('diagram.corporate.left');
  const count = { shares: writer.number(String(shares)) };
  const ratio = exact(split.value ?? 1);
  const after = { shares: multiply(exact(shares), ratio), price: divide(exact(referencePrice), ratio) };
  const value = money(multiply(exact(referencePrice), shares));
  const side = (label: string, owned: Exact, price: Exact) => ({
    name: label,
    shares: Number(roundedTo(owned, 2)),
    sharesText: t('diagram.corporate.shares', { shares: writer.number(roundedTo(owned, 0)) }),
    price: Number(roundedTo(price, 4)),
    priceText: money(price),
  });
  const long = [
    step(fall, subtract(none, paid)),
    step(t('diagram.corporate.credit'), paid),
    step(withholding.label, subtract(none, tax)),
  ];
  const short = [step(fall, paid), step(t('diagram.corporate.debit'), subtract(none, paid))];
  const sides = [
    { name: t('diagram.corporate.long', count), steps: long, left: step(left, subtract(none, tax)) },
    { name: t('diagram.corporate.short', count), steps: short, left: step(left, none) },
  ];
  const [one, other] = [
    side(t('diagram.corporate.before'), exact(shares), exact(referencePrice)),
    side(t('diagram.corporate.after'), after.shares, after.price),
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
      paid: money(add(none, paid)),
      left: money(subtract(none, tax), true),
      after: other.sharesText,
      price: other.priceText,
      value,
    }),
    table: {
      caption: t('diagram.corporate.caption', { name, currency }),
      head: [t('diagram.corporate.what'), ...sides.map((each) => each.name)],
      rows: [
        [fall, ...sides.map(({ steps }) => steps[0]?.text ?? '')],
        [t('diagram.corporate.adjustment'), ...sides.map(({ steps }) => steps[1]?.text ?? '')],
        [withholding.label, long[2]?.text ?? '', writer.number('0.00')],
        [left, ...sides.map((each) => each.left.text)],
        [`${split.label}: ${one.name}`, `${one.sharesText} × ${one.priceText}`, value],
        [`${split.label}: ${other.name}`, `${other.sharesText} × ${other.priceText}`, value],
      ],
    },
  };
};
