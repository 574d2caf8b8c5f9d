/** Finds the text about an instrument: the one for its symbol, else the one for its class, with related articles. */
import type { Instrument, InstrumentGuide, Locale } from '../../../content/model.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { listTeasers } from '../article-teaser.ts';

const maxArticles = 3;

/** Lists the subjects of texts about an instrument, the nearest first. */
function listSubjects({ symbol, assetClass }: Instrument): string[] {
  return [symbol, assetClass, ...(assetClass.startsWith('forex-') ? ['forex'] : [])];
}

/** Finds the guide of an instrument. It reads only that guide, because a change of a document drops every cached page that read it. */
export function findGuide(instrument: Instrument, read: Reader, locale: Locale): InstrumentGuide | null {
  for (const subject of listSubjects(instrument)) {
    const [guide] = read.list('instrument-guide', locale, { relation: ['subject', subject], limit: 1 });
    if (guide) return guide;
  }
  return null;
}

/** Finds the newest lesson of each tag, then the newest news, until there are enough. It reads only the shown documents. */
export function findRelatedArticles({ tags }: InstrumentGuide, read: Reader, locale: Locale): ArticleTeaser[] {
  const found = new Map<string, ArticleTeaser>();
  for (const tag of tags)
    for (const [kind, maxOfKind] of [
      ['education', 1],
      ['news', maxArticles],
    ] as const) {
      const limit = Math.min(maxOfKind, maxArticles - found.size);
      if (limit === 0) break;
      for (const teaser of listTeasers(kind, read, locale, { relation: ['tag', tag], limit }))
        found.set(`${kind}/${teaser.id}`, teaser);
    }
  return [...found.values()];
}
