/** The choice of an account type and its currency in the registration. */
import { listAccountCurrencies } from '../../../content/costs/account-facts.ts';
import type { AccountType } from '../../../content/model.ts';
import type { FormState } from '../../forms/form-state.ts';
import styles from '../../ui/Form.module.css';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { SelectField } from '../../ui/fields.tsx';

export interface AccountChoices {
  /** Names of the account types by their ids. */
  accounts: readonly (readonly [id: string, name: string])[];
  currencies: readonly string[];
}

export function listAccountChoices(types: readonly AccountType[]): AccountChoices {
  return { accounts: types.map(({ id, name }) => [id, name]), currencies: listAccountCurrencies(types) };
}

/** What the visitor chose on the way here, and can change. */
export function AccountFields({ state, accounts, currencies }: AccountChoices & { state: FormState | null }) {
  const { t } = useCurrentPage();
  const empty = t('register.decideLater');
  return (
    <div className={styles.pair}>
      <SelectField
        name="account"
        label={t('register.accountType')}
        state={state}
        optional
        empty={empty}
        choices={accounts.map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        name="currency"
        label={t('register.currency')}
        state={state}
        optional
        empty={empty}
        choices={currencies.map((currency) => ({ value: currency, label: currency }))}
      />
    </div>
  );
}
