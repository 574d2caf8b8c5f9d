import type { AccountType } from '../../content/model.ts';
import { accountFeatureKeys } from '../../content/model-values.ts';
import { ActionLink } from '../ui/navigation/ActionLink.tsx';
import { CellContent } from '../ui/tables/CellContent.tsx';
import { ComparisonTableView } from '../ui/tables/ComparisonTableView.tsx';
import { Note } from '../ui/Note.tsx';
import { Section } from '../ui/Section.tsx';
import { cx } from '../ui/cx.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './AccountTypes.module.css';

type AccountTypesProps = { block: BlockNamed<'blocks.account-types'> };

/** The account tiers (R13): a few rows on cards, or all sixteen in a table. The figures come from the account documents. */
export function AccountTypes({ block }: AccountTypesProps) {
  return (
    <Section block={block}>
      {block.variant === 'cards' ? <AccountCards block={block} /> : <AccountTable block={block} />}
      <Note html={block.note} block />
    </Section>
  );
}

function AccountCards({ block }: AccountTypesProps) {
  const page = useCurrentPage();
  return (
    <ul role="list" className={styles.cards}>
      {block.accounts.map((account) => (
        <li key={account.id} className={cx(account.highlighted && styles.highlighted)}>
          <h3>{account.name}</h3>
          <p>{account.tagline}</p>
          <dl>
            {block.features.map((key) => (
              <div key={key}>
                <dt>{page.t(`accountFeatures.${key}`)}</dt>
                <dd>
                  <CellContent cell={account.features[key]} />
                </dd>
              </div>
            ))}
          </dl>
          {block.canRegister && <OpenAccount account={account} block={block} />}
        </li>
      ))}
    </ul>
  );
}

function AccountTable({ block }: AccountTypesProps) {
  const page = useCurrentPage();
  return (
    <ComparisonTableView
      caption={block.heading ?? page.t('blocks.feature')}
      columns={block.accounts.map((account) => ({
        name: account.name,
        note: account.tagline,
        highlighted: account.highlighted,
      }))}
      rows={accountFeatureKeys.map((key) => ({
        label: page.t(`accountFeatures.${key}`),
        hint: null,
        values: block.accounts.map((account) => account.features[key]),
      }))}
      {...(block.canRegister
        ? { footer: block.accounts.map((account) => <OpenAccount key={account.id} account={account} block={block} />) }
        : {})}
    />
  );
}

function OpenAccount({ account, block: { currency } }: AccountTypesProps & { account: AccountType }) {
  const page = useCurrentPage();
  const chosen = new URLSearchParams({ account: account.id, ...(currency && { currency }) });
  const name = page.t('blocks.openAccount', { name: account.name });
  const style = account.highlighted ? 'primary' : 'secondary';
  return <ActionLink action={{ name, url: `/register?${chosen}#form`, openInNewTab: false, style }} />;
}
