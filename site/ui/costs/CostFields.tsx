/** The fields of a tool: label, control and error. Used inside an island, so its texts come as props. */
import type { ReactNode } from 'react';
import { weekdays } from '../../../content/costs/swap-nights.ts';
import type { CostErrors, CostForm } from './cost-answer.ts';
import { type CostFieldName, toolFields, maxInputLength } from './cost-fields.ts';
import { findUnit } from './cost-lines.ts';
import type { CostWords, CostWriter } from './cost-writer.ts';
import styles from './costs.module.css';

interface CostFieldsProps extends CostForm {
  /** Prefix of ids, unique on the page. */
  id: string;
  errors: CostErrors;
  writer: CostWriter;
  /** Called when a field has changed. `left` is true when the visitor has left the field. */
  onEdit: (name: CostFieldName, value: string, left: boolean) => void;
}

type Option = readonly [value: string, name: string];

const numbers: ReadonlySet<CostFieldName> = new Set(['lots', 'open', 'close', 'risk', 'stop', 'amount']);

/** Lists the choices of a field; null for a field in which the visitor types. */
function listOptions(name: CostFieldName, { facts, accounts, currencies, writer }: CostFieldsProps): Option[] | null {
  const { words } = writer;
  switch (name) {
    case 'side':
      return [
        ['long', words.long],
        ['short', words.short],
      ];
    case 'from':
      return weekdays.map((day) => [day, words[day]] as const);
    case 'account':
      return accounts.map((account) => [account.id, account.name] as const);
    case 'currency':
      return currencies.map((currency) => [currency, currency] as const);
    case 'source':
    case 'to': {
      const pairCurrencies = facts.pairs.flatMap(({ baseCurrency, quoteCurrency }) => [
        baseCurrency ?? '',
        quoteCurrency,
      ]);
      return [...new Set(pairCurrencies)].sort().map((currency) => [currency, currency] as const);
    }
    default:
      return null;
  }
}

function findLabel(name: CostFieldName, { facts, writer }: CostFieldsProps): string {
  const key: keyof CostWords = name;
  const unit = facts.subject ? findUnit(facts.subject, writer) : '';
  return writer.text(key, { unit });
}

export function CostFields(props: CostFieldsProps) {
  const { tool, id, values, errors, facts, onEdit } = props;
  return toolFields[tool].map((name): ReactNode => {
    const error = errors[name];
    const options = listOptions(name, props);
    const edit = (left: boolean) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      onEdit(name, event.currentTarget.value, left);
    const wiring = {
      id: `${id}-${name}`,
      name,
      'aria-describedby': `${id}-${name}-error`,
      'aria-invalid': error ? (true as const) : undefined,
      onInput: edit(false),
      onBlur: edit(true),
    };
    // A value that is not among the options is replaced by the first option.
    const chosen = options?.some(([value]) => value === values[name]) ? values[name] : options?.[0]?.[0];
    return (
      <div key={name} className={styles.field} data-field={name}>
        <label htmlFor={wiring.id}>{findLabel(name, props)}</label>
        {options ? (
          <select {...wiring} defaultValue={chosen}>
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...wiring}
            type="text"
            defaultValue={values[name]}
            maxLength={maxInputLength}
            inputMode={numbers.has(name) ? 'decimal' : name === 'nights' ? 'numeric' : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            list={name === 'symbol' ? `${id}-others` : undefined}
          />
        )}
        {name === 'symbol' && (
          <datalist id={`${id}-others`}>
            {facts.others.map((other) => (
              <option key={other.symbol} value={other.symbol}>
                {other.name}
              </option>
            ))}
          </datalist>
        )}
        <p id={`${id}-${name}-error`} role="status">
          {error}
        </p>
      </div>
    );
  });
}
