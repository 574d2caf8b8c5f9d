/** The cost ticket of a page that is the same for everybody: it says nothing about this moment. */
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import type { InstrumentClass } from '../../../content/model-instruments.ts';
import { type CostSource, instrumentOf } from './cost-facts.ts';
import { costToolProps } from './cost-tool-props.ts';

/** @param symbol the ticket's instrument. @param otherwise the class whose first instrument takes its place where it is missing. */
export function pageTicket(symbol: string, otherwise: InstrumentClass, source: CostSource): CostToolProps | null {
  const first =
    instrumentOf(symbol, source) ??
    source.read.list('instrument', source.locale, { relation: ['class', otherwise], limit: 1 })[0];
  return first ? costToolProps({ tool: 'cost', query: null, symbol: first.symbol, now: null }, source) : null;
}
