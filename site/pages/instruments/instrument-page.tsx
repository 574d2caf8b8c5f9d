/**
 * `/cfd-asset-list/{symbol}`: costs, past prices, trading hours and guide of one instrument. The address has the symbol in
 * small letters, which is the id of its document; any other spelling is redirected.
 */
import type { AccountType, GlossaryTerm, Instrument, InstrumentGuide, PriceHistory } from '../../../content/model.ts';
import { ArticleTeaserRow } from '../../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import type { MarketWeekProps } from '../../islands/market-week.island.tsx';
import { hasPage, keepLiveLinks } from '../../layout/live-links.ts';
import { type Crumb, buildHead, buildTrail } from '../../page/page-head.ts';
import { type Head, type LoaderContext, MovedTo, NotFound, definePage } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { toolFields } from '../../ui/costs/cost-fields.ts';
import { ActionLink } from '../../ui/navigation/ActionLink.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { PriceLine } from '../../ui/tables/PriceLine.tsx';
import { ComparisonTableView } from '../../ui/tables/ComparisonTableView.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Section } from '../../ui/Section.tsx';
import { readFormats } from '../../i18n/formats.ts';
import { localePath } from '../../i18n/locale-path.ts';
import { MarketWeekSection, buildMarketWeek } from '../hours/MarketWeekSection.tsx';
import { CostTicketSection } from '../costs/CostTicket.tsx';
import { buildPageTicket } from '../costs/cost-tool-props.ts';
import { findGuide, findRelatedArticles } from './instrument-guide.ts';
import { PriceChart, PriceTable } from './PriceChart.tsx';
import { countDigits, getFigureTexts } from '../../instruments/figure.ts';
import { formatSpread, findTerms } from '../../instruments/instrument-figures.ts';
import { findListedAccount } from '../../instruments/find-instruments.ts';
import { listContractFacts, buildCostTable, formatReference } from './instrument-terms.ts';
import styles from './instrument-page.module.css';

interface InstrumentData {
  instrument: Instrument;
  accounts: AccountType[];
  history: PriceHistory | null;
  week: MarketWeekProps | null;
  ticket: CostToolProps | null;
  guide: InstrumentGuide | null;
  articles: ArticleTeaser[];
  terms: GlossaryTerm[];
  /** With what the visitor chose in the ticket; null without a page to open an account. */
  register: string | null;
  trail: Crumb[];
}

const toPath = (symbol: string) => linkTo('/cfd-asset-list/:symbol', { symbol });

/** The visitor's ticket in the address: its instrument is that of the page. */
const ticketQuery = toolFields.cost.filter((name) => name !== 'symbol');

function buildRegisterPath(query: URLSearchParams): string {
  const chosen = new URLSearchParams([...query].filter(([name]) => name === 'account' || name === 'currency'));
  return chosen.size > 0 ? `${linkTo('/register')}?${chosen}#form` : linkTo('/register');
}

function loadInstrument(context: LoaderContext<'symbol'>): InstrumentData {
  const { read, locale, params, path, query, search, t } = context;
  const id = params.symbol.toLowerCase();
  const instrument = read.get('instrument', id, locale);
  if (!instrument) throw new NotFound();
  if (params.symbol !== id) throw new MovedTo(toPath(id));
  const calendar = read.get('trading-calendar', instrument.calendar, locale);
  const guide = findGuide(instrument, read, locale);
  const { name, symbol } = instrument;
  const ticket = search.refused ? null : buildPageTicket(symbol, instrument.assetClass, context, query);
  return {
    instrument,
    accounts: read.list('account-type', locale),
    history: read.get('price-history', id, locale),
    week: buildMarketWeek(calendar ? [calendar] : [], context),
    ticket: ticket && { ...ticket, next: { ...ticket.next, instrument: null } },
    guide: guide && keepLiveLinks(guide, read, locale),
    articles: guide ? findRelatedArticles(guide, read, locale) : [],
    terms: (guide?.terms ?? []).flatMap((term) => read.get('glossary-term', term, locale) ?? []),
    register: hasPage('/register', read, locale) ? buildRegisterPath(query) : null,
    trail: buildTrail(read, locale, ['cfd-asset-list'], { name: t('instrument.title', { name, symbol }), path }),
  };
}

function Facts({ instrument }: { instrument: Instrument }) {
  const page = useCurrentPage();
  return (
    <dl className={styles.facts}>
      {listContractFacts(instrument, page).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Prices({ data: { instrument, history, guide, ticket, week, register } }: { data: InstrumentData }) {
  const { t, number, date } = useCurrentPage();
  const bars = history?.bars ?? [];
  const last = bars.at(-1);
  if (!last) return null;
  const actions: [name: string, url: string][] = [
    ...(ticket ? [[t('costs.ticket'), '#ticket'] as [string, string]] : []),
    ...(register ? [[t('instrument.openAccount'), register] as [string, string]] : []),
    [t('instrument.facts'), '#contract'],
    ...(week ? [[t('instrument.hours'), '#hours'] as [string, string]] : []),
  ];
  const chart = { name: instrument.name, bars, digits: countDigits(instrument.tickSize) };
  const heading = t('instrument.days', {
    count: bars.length,
    amount: number(bars.length),
    date: date(last.date),
  });
  return (
    <Section block={{ id: 'prices', heading }}>
      <div className={styles.prices}>
        <div>
          <PriceChart {...chart} />
          <Prose html={guide?.priceNote ?? null} as="p" className={styles.note} />
          <PriceTable {...chart} />
        </div>
        <ul role="list" className={styles.actions}>
          {actions.map(([name, url], index) => (
            <li key={url}>
              <ActionLink action={{ name, url, openInNewTab: false, style: index === 0 ? 'primary' : 'secondary' }} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function Guide({ data: { guide, terms } }: { data: InstrumentData }) {
  const { t, href } = useCurrentPage();
  if (!guide) return null;
  return (
    <Section
      block={{ id: 'moves', heading: guide.title, tone: 'band' }}
      layout="split"
      after={
        terms.length > 0 && (
          <p className={styles.terms}>
            {t('instrument.terms')}:{' '}
            {terms.map(({ id, slug, term }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <a href={href(linkTo('/glossary/:slug', { slug }))}>{term}</a>
              </span>
            ))}
          </p>
        )
      }
    >
      <Prose html={guide.body} />
    </Section>
  );
}

function InstrumentPage({ data }: { data: InstrumentData }) {
  const page = useCurrentPage();
  const { t, moment } = page;
  const { instrument, accounts, history, week, ticket, articles, trail } = data;
  const { name, symbol, pricedAt } = instrument;
  const { columns, rows } = buildCostTable(instrument, accounts, page);
  return (
    <>
      <div className={styles.cover}>
        <PageIntro trail={trail} title={t('instrument.title', { name, symbol })}>
          <p className={styles.reference}>
            {t('instrument.reference')} <b>{formatReference(instrument, page)}</b>{' '}
            <small>{t('instrument.referenceAt', { moment: moment(pricedAt) })}</small>
          </p>
        </PageIntro>
        {history && <PriceLine values={history.bars.map(({ close }) => close)} />}
      </div>
      <Prices data={data} />
      <Section block={{ id: 'costs', heading: t('instrument.costs'), tone: 'band' }}>
        <ComparisonTableView caption={t('instrument.costsOf', { name })} columns={columns} rows={rows} />
      </Section>
      {ticket && <CostTicketSection props={ticket} />}
      <Section block={{ id: 'contract', heading: t('instrument.facts') }} layout="split">
        <Facts instrument={instrument} />
      </Section>
      <MarketWeekSection heading={t('instrument.hours')} week={week} />
      <Guide data={data} />
      {articles.length > 0 && (
        <Section block={{ id: 'articles', heading: t('instrument.articles') }} layout="split">
          <div>
            {articles.map((teaser) => (
              <ArticleTeaserRow key={teaser.id} teaser={teaser} headingLevel={3} />
            ))}
          </div>
        </Section>
      )}
    </>
  );
}

function buildInstrumentHead({ instrument, accounts, history, trail }: InstrumentData, context: LoaderContext): Head {
  const { locale, t } = context;
  const { id, name, symbol } = instrument;
  const terms = findTerms(instrument, findListedAccount(accounts)?.id ?? null);
  const words = getFigureTexts(locale);
  const description = terms
    ? t('instrument.description', {
        name,
        spread: formatSpread(instrument, terms.spread, words),
        leverage: String(terms.leverage),
      })
    : t('instrument.descriptionShort', { name, symbol });
  const product = {
    '@type': 'FinancialProduct',
    name: t('instrument.title', { name, symbol }),
    alternateName: symbol,
    category: `CFD, ${t(`instruments.classes.${instrument.assetClass}`)}`,
    description,
    url: `{origin}${localePath(toPath(id), locale)}`,
    feesAndCommissionsSpecification: `{origin}${localePath(toPath(id), locale)}#costs`,
    provider: { '@id': '{origin}/#organization' },
  };
  return {
    title: t('instrument.headTitle', { name, symbol }),
    description,
    ...buildHead('instrument', instrument, { toPath, trail, more: [product] }, context),
    ...(context.query.size > 0 && { noindex: true, canonical: toPath(id) }),
    share: {
      line: history?.bars.map(({ close }) => close) ?? [],
      figures: [
        [t('instrument.reference'), formatReference(instrument, { t, ...readFormats(locale) })],
        ...(terms
          ? ([
              [t('instruments.columns.spread'), formatSpread(instrument, terms.spread, words)],
              [t('instruments.columns.leverage'), `1:${terms.leverage}`],
            ] as const)
          : []),
      ],
    },
  };
}

export const instrumentPage = definePage<InstrumentData, 'symbol'>({
  kind: 'instrument',
  query: ticketQuery,
  cached: 'without-query',
  loader: loadInstrument,
  head: buildInstrumentHead,
  Component: InstrumentPage,
});
