/**
 * `/api/costs?symbol=oro&locale=es`: the facts of an instrument that its costs are computed from, and whether its market is open now. For the island
 * of tickets and calculators, which computes with them what the server would.
 */
import { Hono } from 'hono';
import { defaultLocale, isLocale } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { CostFactsAnswer } from '../../site/islands/cost-tool.island.tsx';
import { costToolProps } from '../../site/pages/costs/cost-tool-props.ts';
import { readWhole } from '../content/refill.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';

interface Parts {
  replica: Replica;
  /** Waits for a replica that is being refilled. */
  hasContent: () => Promise<boolean>;
  /** Counts a search. @returns seconds until this visitor may search again; 0 when they may now. */
  useSearch: (context: RequestContext) => number;
}

const noStore = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

export function costsApi({ replica, hasContent, useSearch }: Parts): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.get('/', async (context) => {
    const seconds = useSearch(context);
    if (seconds > 0)
      return context.text('Too many questions have come from your network in the last minute.', 429, {
        ...noStore,
        'retry-after': String(seconds),
      });
    const asked = context.req.query('locale');
    const locale = isLocale(asked) ? asked : defaultLocale;
    const query = new URLSearchParams({ symbol: context.req.query('symbol') ?? '' });
    const read = await readWhole(hasContent, replica, () => ({
      props: costToolProps(
        { tool: 'cost', query, symbol: null, now: Date.now() },
        { read: replica.reader(), locale, t: translator(locale) },
      ),
    }));
    if (!read) return context.text('The site is waiting for its content.', 503, { ...noStore, 'retry-after': '10' });
    const { props } = read;
    if (!props) return context.text('There are no instruments.', 404, noStore);
    const answer: CostFactsAnswer = { facts: props.facts, notes: [...props.notes] };
    return context.json(answer, 200, noStore);
  });
  return app;
}
