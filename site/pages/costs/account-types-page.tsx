/** `/account-types`: its blocks, and after the sixteen rows two forms: which account is cheapest for a month of trades, and which one fits. */
import { Blocks } from '../../blocks/Blocks.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Section } from '../../ui/Section.tsx';
import { type ContentPageData, createContentPage } from '../content-page.tsx';
import { ComparisonPart, FitPart } from './AccountForms.tsx';
import { type AccountQuestion, accountQuery, answerAccountQuestion } from './account-question.ts';
import { createLocalizedCostWriter } from '../../ui/costs/localized-cost-writer.ts';
import styles from './cost-pages.module.css';

interface AccountTypesData extends ContentPageData {
  question: AccountQuestion | null;
  /** The currency in the address goes on to the registration. */
  currency: string | null;
  /** The visitor has asked for too much: nothing was computed. */
  refused: boolean;
}

function AccountTypesPage({ data: { blocks, question, currency, refused } }: { data: AccountTypesData }) {
  const { t, locale } = useCurrentPage();
  // The forms come after the table of conditions, which stays in the first view.
  const index = blocks.findIndex(({ component }) => component === 'blocks.account-types') + 1;
  const writer = createLocalizedCostWriter(locale);
  return (
    <>
      <Blocks
        blocks={blocks
          .slice(0, index)
          .map((block) => (block.component === 'blocks.account-types' && currency ? { ...block, currency } : block))}
      />
      {refused && (
        <Section block={{ id: 'compare', heading: t('costs.accounts.heading') }}>
          <p role="alert">{t('search.pageRefused')}</p>
        </Section>
      )}
      {question && (
        <>
          <Section
            block={{ id: 'compare', heading: t('costs.accounts.heading') }}
            after={<p className={styles.lead}>{t('costs.accounts.text')}</p>}
          >
            <ComparisonPart question={question} writer={writer} />
          </Section>
          <Section
            block={{ tone: 'band', id: 'fit', heading: t('costs.accounts.fitHeading') }}
            layout="split"
            after={<p className={styles.lead}>{t('costs.accounts.fitText')}</p>}
          >
            <FitPart question={question} writer={writer} />
          </Section>
        </>
      )}
      <Blocks blocks={blocks.slice(index)} />
    </>
  );
}

export const accountTypesPage = createContentPage<AccountTypesData>('account-types', {
  kind: 'account-types',
  query: accountQuery,
  cached: 'without-query',
  load(context) {
    const refused = context.search.refused ?? false;
    const question = refused ? null : answerAccountQuestion(context.query, context);
    return { question, currency: context.query.has('currency') ? (question?.values.currency ?? null) : null, refused };
  },
  head: (_, { query, path }) => (query.size > 0 ? { noindex: true, canonical: path } : {}),
  Component: AccountTypesPage,
});
