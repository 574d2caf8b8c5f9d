/** The instrument that a visitor means by a symbol or a name in any language. */
import type { Instrument } from '../../../content/model.ts';
import { assetListState } from '../../instruments/asset-list-address.ts';
import { assetListRows, instrumentIndex } from '../../instruments/asset-list.ts';
import { type CostSource, instrumentOf } from './cost-facts.ts';

/** How many others are named beside the best. */
const mostOthers = 6;

/** Names have spaces that do not break, which nobody types. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** @returns the best match, null when nothing matches, and what else does. An exact name comes before the search of the asset list. */
export function findInstrument(
  typed: string,
  source: Pick<CostSource, 'read' | 'locale'>,
): { found: Instrument | null; others: Instrument[] } {
  const wanted = plain(typed);
  if (wanted === '') return { found: null, others: [] };
  // Whoever types a symbol has chosen.
  const chosen = instrumentOf(wanted, source);
  if (chosen) return { found: chosen, others: [] };
  const { read, locale } = source;
  const ranked = assetListRows(
    instrumentIndex(read, locale),
    assetListState(new URLSearchParams({ q: typed })),
  ).found.flatMap((id) => read.get('instrument', id, locale) ?? []);
  const exact = ranked.find(({ names }) => Object.values(names).some((name) => plain(name) === wanted));
  const found = exact ?? ranked[0] ?? null;
  return { found, others: ranked.filter((one) => one !== found).slice(0, mostOthers) };
}
