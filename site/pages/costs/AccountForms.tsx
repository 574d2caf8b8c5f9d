/** The forms of `/account-types` and their answers. They are plain HTML and need no script. */
import type { ReactNode } from 'react';
import type { Money } from '../../../content/costs/cost-types.ts';
import { linkTo } from '../../route-patterns.ts';
import { CostBillView } from '../../ui/costs/CostBillView.tsx';
import type { CostAnswer } from '../../ui/costs/cost-lines.ts';
import { maxInputLength } from '../../ui/costs/cost-fields.ts';
import type { CostWriter } from '../../ui/costs/cost-writer.ts';
import tool from '../../ui/costs/costs.module.css';
import { cx } from '../../ui/cx.ts';
import { type CurrentPage, useCurrentPage } from '../../ui/current-page.tsx';
import { type AccountQuestion, type accountQuery, holdings, tradeRows } from './account-question.ts';
import styles from './cost-pages.module.css';

/** Formats a cost in a sentence: a cost has no minus; a payment to the visitor keeps its plus. */
function formatCost(cost: Money, writer: CostWriter): string {
  return cost.amount.startsWith('-')
    ? writer.money({ ...cost, amount: cost.amount.slice(1) })
    : writer.money(cost, true);
}

interface PartProps {
  question: AccountQuestion;
  writer: CostWriter;
}

function Field({
  name,
  label,
  question,
  numeric,
  options,
}: {
  name: (typeof accountQuery)[number];
  label: string;
  question: AccountQuestion;
  numeric?: boolean;
  options?: readonly (readonly [value: string, text: string])[];
}) {
  const error = question.errors[name];
  const wiring = {
    id: name,
    name,
    defaultValue: question.values[name],
    'aria-describedby': `${name}-error`,
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div className={tool.field}>
      <label htmlFor={name}>{label}</label>
      {options ? (
        <select {...wiring}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...wiring}
          type="text"
          maxLength={maxInputLength}
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <p id={`${name}-error`}>{error}</p>
    </div>
  );
}

function Currency({ question, writer }: PartProps) {
  return (
    <Field
      name="currency"
      label={writer.words.currency}
      question={question}
      options={question.currencies.map((currency) => [currency, currency] as const)}
    />
  );
}

function GetForm({ anchor, submit, children }: { anchor: string; submit: string; children: ReactNode }) {
  const { href } = useCurrentPage();
  return (
    <form action={`${href(linkTo('/account-types'))}#${anchor}`} method="get" className={tool.form} noValidate>
      {children}
      <button className="button">{submit}</button>
    </form>
  );
}

function buildComparisonNotes({ question: { comparison, names }, writer }: PartProps, t: CurrentPage['t']): string[] {
  if (!comparison) return [];
  const { tippingPoints: tippings, cheapest } = comparison.result;
  const [account = ''] = cheapest.map((id) => names[id] ?? id);
  const tippingNotes = tippings.map(({ row, kind, from, account: other }) => {
    const values = { name: comparison.instruments[row] ?? '', account: names[other] ?? other };
    const count = writer.number(String(from));
    return kind === 'trades'
      ? t('costs.accounts.tradesOn', { ...values, trades: count })
      : t('costs.accounts.nightsOn', { ...values, nights: count });
  });
  const dependsOnVolume = tippings.some(({ kind }) => kind === 'trades') || cheapest.length > 1;
  return dependsOnVolume ? tippingNotes : [t('costs.accounts.always', { account }), ...tippingNotes];
}

function buildComparisonAnswer(
  { question: { comparison, names }, writer }: PartProps,
  t: CurrentPage['t'],
): CostAnswer | null {
  if (!comparison) return null;
  const { costs, cheapest } = comparison.result;
  return {
    caption: t('costs.accounts.caption'),
    notes: ['noteRounding'],
    lines: costs.map(({ account, spread, commission, swap, total }) => {
      const best = cheapest.includes(account);
      const name = names[account] ?? account;
      return {
        label: best ? t('costs.accounts.cheapest', { account: name }) : name,
        detail: t('costs.accounts.parts', {
          spread: writer.money(spread, true),
          commission: writer.money(commission, true),
          swap: writer.money(swap, true),
        }),
        amount: writer.money(total, true),
        ...(best && { kind: 'total' }),
      };
    }),
  };
}

/** Builds the note about bonuses, which accounts pay once and which no cost of a trade includes; empty when none of the accounts pays one. */
function buildBonusNote({ bonuses }: AccountQuestion, t: CurrentPage['t'], accounts = Object.keys(bonuses)): string[] {
  const paid = accounts.flatMap((account) => bonuses[account] ?? []);
  return paid.length > 0 ? [t('costs.accounts.bonus', { bonuses: paid.join(', ') })] : [];
}

function TradeRow({ row, question, writer }: PartProps & { row: (typeof tradeRows)[number] }) {
  const { t } = useCurrentPage();
  return (
    <fieldset className={styles.row}>
      <legend>{t('costs.accounts.row', { number: String(row) })}</legend>
      <Field name={`symbol${row}`} label={writer.words.symbol} question={question} />
      <Field name={`lots${row}`} label={t('costs.accounts.lots')} question={question} numeric />
      <Field name={`trades${row}`} label={t('costs.accounts.trades')} question={question} numeric />
      <Field name={`nights${row}`} label={t('costs.accounts.nights')} question={question} numeric />
    </fieldset>
  );
}

function OpenAccount({ account, question: { names, values }, writer }: PartProps & { account: string }) {
  const { href } = useCurrentPage();
  const { currency } = values;
  return (
    <a href={`${href(linkTo('/register'))}?${new URLSearchParams({ account, currency })}#form`} rel="nofollow">
      {writer.text('nextOpen', { account: names[account] ?? account, currency })}
    </a>
  );
}

/** The ticket of the first trade, and the registration of the cheapest account. */
function ComparisonLinks({ question, writer }: PartProps) {
  const { t, href } = useCurrentPage();
  const [account] = question.comparison?.result.cheapest ?? [];
  if (account === undefined) return null;
  const { symbol1: symbol, lots1: lots, nights1: nights, currency } = question.values;
  const ticket = new URLSearchParams({ symbol, lots, nights, account, currency });
  return (
    <p className={tool.more}>
      {symbol !== '' && (
        <>
          <a href={`${href(linkTo('/trading-tools'))}?${ticket}#tool`} rel="nofollow">
            {t('costs.accounts.ticket')}
          </a>
          {' · '}
        </>
      )}
      <OpenAccount account={account} question={question} writer={writer} />
    </p>
  );
}

export function ComparisonPart(props: PartProps) {
  const { question, writer } = props;
  const { t } = useCurrentPage();
  const answer = buildComparisonAnswer(props, t);
  return (
    <div className={tool.tool}>
      <GetForm anchor="compare" submit={t('costs.accounts.submit')}>
        {tradeRows.map((row) =>
          row === 1 ? (
            <TradeRow key={row} {...props} row={row} />
          ) : (
            <details key={row} className={styles.another} open={question.values[`symbol${row}`] !== ''}>
              <summary>{t('costs.accounts.another')}</summary>
              <TradeRow {...props} row={row} />
            </details>
          ),
        )}
        <Currency {...props} />
      </GetForm>
      <div>
        {answer && (
          <>
            <CostBillView
              answer={answer}
              writer={writer}
              more={[t('costs.accounts.assumed'), writer.words.demonstration]}
            />
            <ul className={styles.tips}>
              {[...buildComparisonNotes(props, t), ...buildBonusNote(question, t)].map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <ComparisonLinks {...props} />
          </>
        )}
      </div>
    </div>
  );
}

export function FitPart({ question, writer }: PartProps) {
  const { t } = useCurrentPage();
  const { fit, names } = question;
  const findAccountName = (account: string) => names[account] ?? account;
  const kinds = Object.keys(holdings) as (keyof typeof holdings)[];
  return (
    <div className={cx(tool.tool, styles.fit)}>
      <GetForm anchor="fit" submit={t('costs.accounts.fitSubmit')}>
        <Field name="deposit" label={t('costs.accounts.deposit')} question={question} numeric />
        <Field name="what" label={t('costs.accounts.what')} question={question} />
        <Field
          name="hold"
          label={t('costs.accounts.hold')}
          question={question}
          options={kinds.map((kind) => [kind, t(`costs.accounts.${kind}`)] as const)}
        />
      </GetForm>
      <div>
        {fit && (
          <div role="status">
            <p className={styles.fits}>{t('costs.accounts.fits', { account: findAccountName(fit.account) })}</p>
            <p>
              {t('costs.accounts.fitsWhy', {
                deposit: writer.money({ ...fit.deposit, amount: fit.wanted }),
                cost: formatCost(fit.cost, writer),
                lots: writer.lots(fit.lots),
                name: fit.name,
                nights: String(fit.nights),
              })}
            </p>
            <ul className={styles.tips}>
              {fit.others.map(({ account, cost, deposit }) => (
                <li key={account}>
                  {t('costs.accounts.fitsOther', {
                    account: findAccountName(account),
                    cost: formatCost(cost, writer),
                    deposit: writer.money(deposit),
                  })}
                </li>
              ))}
              {buildBonusNote(question, t, [fit.account]).map((text) => (
                <li key="bonus">{text}</li>
              ))}
            </ul>
            <p className={tool.more}>
              <OpenAccount account={fit.account} question={question} writer={writer} />
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
