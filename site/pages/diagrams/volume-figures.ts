/** Computes the cost of a month of trades on each account, with the code that compares accounts. */
import { compareAccounts } from '../../../content/costs/account-comparison.ts';
import { listAccountCurrencies, parseCostAccount, chooseCurrency } from '../../../content/costs/account-facts.ts';
import { listRatePairs } from '../../instruments/find-instruments.ts';
import { type ComputeFigures, findInstruments, formatList } from './diagram-source.ts';

/** Lots a month at the right end. */
const maxLots = 20;

/** Rounds an amount up to the next figure in steps of 1, 2, 2.5 or 5. */
function roundUp(amount: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(amount, 1)));
  return unit * ([1, 2, 2.5, 5, 10].find((step) => step * unit >= amount) ?? 10);
}

export const volumeFigures: ComputeFigures = (block, source) => {
  const { read, locale, t, writer } = source;
  const [instrument] = findInstruments(block, source);
  const types = read.list('account-type', locale);
  const currency = chooseCurrency(listAccountCurrencies(types));
  if (!instrument || !currency) return null;
  const pairs = listRatePairs(read);
  const accounts = types
    .map(parseCostAccount)
    .filter(({ id }) => instrument.terms.some(({ account }) => account === id));
  const findAccountName = (id: string) => types.find((type) => type.id === id)?.name ?? id;
  const panels = block.points.flatMap(({ label, value }) => {
    const row = { instrument, lots: '1', trades: maxLots, nights: value ?? 0 };
    const compared = compareAccounts({ rows: [row], accounts, currency, pairs });
    if (!compared.ok) return [];
    const { costs, cheapest } = compared.value;
    const lines = costs.map(({ account, total }) => ({
      name: findAccountName(account),
      most: Math.max(0, -Number(total.amount)),
      text: writer.money({ ...total, amount: total.amount.replace('-', '').replace(/\.00$/, '') }),
      cheapest: cheapest.includes(account),
    }));
    const most = roundUp(Math.max(...lines.map((line) => line.most)));
    const formatMoney = (amount: number) => writer.money({ amount: String(amount), currency });
    return [
      {
        title: label,
        lines: lines.toSorted((one, other) => other.most - one.most),
        most,
        mostText: formatMoney(most),
        halfText: formatMoney(most / 2),
      },
    ];
  });
  if (panels.length === 0) return null;
  const best = panels.map(({ title, lines }) =>
    t('diagram.volume.best', {
      title,
      accounts: formatList(
        lines.filter(({ cheapest }) => cheapest).map(({ name }) => name),
        locale,
      ),
      cost: lines.find(({ cheapest }) => cheapest)?.text ?? '',
      most: lines[0]?.text ?? '',
    }),
  );
  return {
    drawing: {
      kind: 'cost-by-volume',
      panels,
      lots: { end: maxLots, text: t('diagram.volume.axis', { name: instrument.name }) },
      ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, text: writer.number(String(share * maxLots)) })),
    },
    alt: t('diagram.volume.alt', { name: instrument.name, lots: String(maxLots), best: formatList(best, locale) }),
    table: {
      caption: t('diagram.volume.caption', { name: instrument.name, lots: String(maxLots) }),
      head: [t('diagram.volume.account'), ...panels.map(({ title }) => title)],
      rows: accounts.map(({ id }) => [
        findAccountName(id),
        ...panels.map(({ lines }) => lines.find(({ name }) => name === findAccountName(id))?.text ?? ''),
      ]),
    },
  };
};
