/**
 * `/trading-tools`: the cost ticket and the calculators. The address names the tool and its question, so that an answer can be sent to a
 * friend; the page without one is the same for everybody, and the ticket on it is prefilled.
 */
import { Island } from '../../islands/Island.tsx';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { staticPageHead } from '../../page/page-head.ts';
import { NotFound, type PageModule, definePage } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { costFieldNames, costTools } from '../../ui/costs/cost-fields.ts';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { usePageContext } from '../../ui/page-context.ts';
import { type ContentPageData, loadContentPage } from '../content-page.tsx';
import { ToolPage } from '../tool-page.tsx';
import { answerAnchor, costToolProps } from './cost-tool-props.ts';
import styles from './cost-pages.module.css';

/** `for`: the instrument that the form was filled in for. */
export const costQuery = ['tool', 'for', ...costFieldNames] as const;

interface TradingToolsData extends ContentPageData {
  props: CostToolProps | null;
  /** The visitor has asked for too much: nothing was computed. */
  refused: boolean;
}

function toolPath(tool: (typeof costTools)[number]): string {
  const path = linkTo('/trading-tools');
  return tool === 'cost' ? path : `${path}?tool=${tool}`;
}

function TradingToolsPage({ data }: { data: TradingToolsData }) {
  const { t } = usePageContext();
  const { props, refused } = data;
  return (
    <ToolPage data={data}>
      {refused && <p role="alert">{t('search.pageRefused')}</p>}
      {props && (
        <>
          <TopicChips
            label={t('costs.tools.label')}
            topics={costTools.map((tool) => ({ name: t(`costs.tools.${tool}`), path: toolPath(tool) }))}
            current={toolPath(props.tool)}
          />
          {/* Takes the focus when the form has been answered: without a script its address leads here. */}
          <div id={answerAnchor} tabIndex={-1} className={styles.answer}>
            <h2>{t(`costs.tools.${props.tool}`)}</h2>
            <Island name="cost-tool" load="interaction" props={props} />
          </div>
        </>
      )}
    </ToolPage>
  );
}

export const tradingToolsPage: PageModule = definePage<TradingToolsData>({
  kind: 'trading-tools',
  query: costQuery,
  // Questions have no end, and their answers say whether the market is open now.
  cached: 'without-query',
  loader: (context) => {
    const content = loadContentPage('trading-tools', context);
    if (content instanceof NotFound) return content;
    const { query } = context;
    const refused = context.search.refused ?? false;
    const asked = query.size > 0;
    const tool = costTools.find((one) => one === query.get('tool')) ?? 'cost';
    const props = refused
      ? null
      : costToolProps({ tool, query: asked ? query : null, symbol: null, now: asked ? Date.now() : null }, context);
    return { ...content, props, refused };
  },
  head: ({ page, props }, context) => {
    const { t, query, path } = context;
    if (query.size === 0) return staticPageHead(page, context);
    const tool = t(`costs.tools.${props?.tool ?? 'cost'}`);
    const name = props?.facts.subject?.name;
    const title = name ? t('costs.answerTitle', { tool, name }) : tool;
    return { ...staticPageHead(page, context, { noindex: true, canonical: path }), title };
  },
  Component: TradingToolsPage,
});
