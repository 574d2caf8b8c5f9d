/**
 * `/api/costs?symbol=oro&locale=es`: the fields of an instrument that its costs depend on, and whether its market is open now. For the island of
 * tickets and calculators, which uses the same formulas as the server.
 */
import { Hono } from 'hono';
import { cleanCode } from '../../site/i18n/clean-text.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { CostFactsAnswer } from '../../site/islands/cost-tool.island.tsx';
import { buildToolProps } from '../../site/pages/costs/cost-tool-props.ts';
import { readWhole } from '../content/refill.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { noStore, refuseTooMany, refuseWithoutContent } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';

interface Options {
  replica: Replica;
  /** Waits for a replica that is being refilled. */
  hasContent: () => Promise<boolean>;
  /** Counts a search or another lookup. @returns seconds until this visitor may have the next; 0 when they may now. */
  countLookup: (context: RequestContext) => number;
}

export function createCostsApi({ replica, hasContent, countLookup }: Options): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.get('/', async (context) => {
    context.header('x-robots-tag', 'noindex');
    const seconds = countLookup(context);
    if (seconds > 0)
      return refuseTooMany(context, 'Too many questions have come from your network in the last minute.', seconds);
    const locale = readQueryLocale(context);
    const query = new URLSearchParams({ symbol: cleanCode(context.req.query('symbol') ?? '') });
    const read = await readWhole(hasContent, replica, () => ({
      props: buildToolProps(
        { tool: 'cost', query, symbol: null, now: Date.now() },
        { read: replica.reader(), locale, t: translator(locale) },
      ),
    }));
    if (!read) return refuseWithoutContent(context);
    const { props } = read;
    if (!props) return context.text('There are no instruments.', 404, noStore);
    const answer: CostFactsAnswer = { facts: props.facts, notes: [...props.notes] };
    return context.json(answer, 200, noStore);
  });
  return app;
}
