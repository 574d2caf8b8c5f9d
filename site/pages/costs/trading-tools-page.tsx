/**
 * `/trading-tools`: the cost ticket and the calculators. The address names the tool and its question, so that an answer can be sent to a
 * friend; the page without one is the same for everybody, and the ticket on it is prefilled.
 */
import { Island } from '../../islands/Island.tsx';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { linkTo } from '../../route-patterns.ts';
import { costFieldNames, costTools } from '../../ui/costs/cost-fields.ts';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { type ContentPageData, ToolPage, createContentPage } from '../content-page.tsx';
import { answerAnchor, buildToolProps } from './cost-tool-props.ts';
import styles from './cost-pages.module.css';

interface TradingToolsData extends ContentPageData {
  props: CostToolProps | null;
  /** The visitor has asked for too much: nothing was computed. */
  refused: boolean;
}

function buildToolPath(tool: (typeof costTools)[number]): string {
  const path = linkTo('/trading-tools');
  return tool === 'cost' ? path : `${path}?tool=${tool}`;
}

function TradingToolsPage({ data }: { data: TradingToolsData }) {
  const { t } = useCurrentPage();
  const { props, refused } = data;
  return (
    <ToolPage data={data}>
      {refused && <p role="alert">{t('search.pageRefused')}</p>}
      {props && (
        <>
          <TopicChips
            label={t('costs.tools.label')}
            topics={costTools.map((tool) => ({ name: t(`costs.tools.${tool}`), path: buildToolPath(tool) }))}
            current={buildToolPath(props.tool)}
          />
          {/* Takes the focus after an answer without a script: the form's address leads to this fragment. */}
          <div id={answerAnchor} tabIndex={-1} className={styles.answer}>
            <h2>{t(`costs.tools.${props.tool}`)}</h2>
            {/* An answer says until when the market is open, on the visitor's clock as soon as it is seen. */}
            <Island name="cost-tool" load={props.facts.market ? 'visible' : 'interaction'} props={props} />
          </div>
        </>
      )}
    </ToolPage>
  );
}

export const tradingToolsPage = createContentPage<TradingToolsData>('trading-tools', {
  kind: 'trading-tools',
  // `for`: the instrument that the form was filled in for.
  query: ['tool', 'for', ...costFieldNames],
  // There are unlimited questions, and their answers depend on whether the market is open now.
  cached: 'without-query',
  load(context) {
    const { query } = context;
    const refused = context.search.refused ?? false;
    const isQuestion = query.size > 0;
    const tool = costTools.find((one) => one === query.get('tool')) ?? 'cost';
    const timing = { query: isQuestion ? query : null, now: isQuestion ? Date.now() : null };
    return { props: refused ? null : buildToolProps({ tool, symbol: null, ...timing }, context), refused };
  },
  head({ props }, { t, query, path }) {
    if (query.size === 0) return {};
    const tool = t(`costs.tools.${props?.tool ?? 'cost'}`);
    const name = props?.facts.subject?.name;
    return { noindex: true, canonical: path, title: name ? t('costs.answerTitle', { tool, name }) : tool };
  },
  Component: TradingToolsPage,
});
