/** Finds the text about an instrument: that of its symbol, else that of its class, with related articles. */
import type { Instrument, InstrumentGuide, Locale } from '../../../content/model.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { teasers } from '../article-teaser.ts';

const mostArticles = 4;

/** The subjects under which an instrument's text may stand, the nearest first. */
function guideSubjects({ symbol, assetClass }: Instrument): string[] {
  return [symbol, assetClass, ...(assetClass.startsWith('forex-') ? ['forex'] : [])];
}

/** Reads only the guide that is shown, because a change of a document drops every cached page that read it. */
export function guideFor(instrument: Instrument, read: Reader, locale: Locale): InstrumentGuide | null {
  for (const subject of guideSubjects(instrument)) {
    const [guide] = read.list('instrument-guide', locale, { relation: ['subject', subject], limit: 1 });
    if (guide) return guide;
  }
  return null;
}

/** Takes the newest lesson of each tag, then the newest news, until there are enough. Like the guide, it reads only the documents that are shown. */
export function relatedArticles({ tags }: InstrumentGuide, read: Reader, locale: Locale): ArticleTeaser[] {
  const found = new Map<string, ArticleTeaser>();
  for (const tag of tags)
    for (const [kind, most] of [
      ['education', 1],
      ['news', mostArticles],
    ] as const) {
      const limit = Math.min(most, mostArticles - found.size);
      if (limit === 0) break;
      for (const teaser of teasers(kind, read, locale, { relation: ['tag', tag], limit }))
        found.set(`${kind}/${teaser.id}`, teaser);
    }
  return [...found.values()];
}
