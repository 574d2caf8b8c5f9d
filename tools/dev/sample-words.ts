/** Shared by the samples of blocks: their types, and texts in each language with the least and the greatest length of real content. */
import type { KnownBlock, Section } from '../../content/model-blocks.ts';
import type { Html, Link, Media, Action } from '../../content/model-values.ts';
import type { Platform } from '../../content/model-blocks.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { renderInlineMarkdown, renderMarkdown } from '../../content/parse/markdown.ts';
import type { Locale } from '../../content/locales.ts';

const texts = {
  en: {
    short: 'Gold',
    word: 'Counterparty-creditworthiness-requirements',
    title:
      'What it costs to hold a leveraged position in an illiquid instrument over a long weekend, and who pays for it',
    sentence:
      'The margin that is set aside is *never* a fee, and it is **returned in full** when the position is closed.',
  },
  es: {
    short: 'Oro',
    word: 'Desproporcionadamente-contrarrevolucionario',
    title:
      'Lo que cuesta mantener una posición apalancada en un instrumento poco líquido durante un fin de semana largo, y quién lo paga',
    sentence:
      'El margen reservado *nunca* es una comisión, y se **devuelve íntegramente** cuando se cierra la posición.',
  },
  it: {
    short: 'Oro',
    word: 'Precipitevolissimevolmente-incontrovertibile',
    title:
      'Quanto costa mantenere una posizione a leva su uno strumento poco liquido per un fine settimana lungo, e chi lo paga',
    sentence:
      'Il margine accantonato non è *mai* una commissione, ed è **restituito per intero** alla chiusura della posizione.',
  },
} satisfies Record<Locale, Record<'short' | 'word' | 'title' | 'sentence', string>>;

export interface SampleWords {
  short: string;
  /** A single word too long for a narrow column. */
  word: string;
  title: string;
  shortText: Html;
  /** A sentence. */
  line: Html;
  /** Paragraphs, a list and a link. */
  longText: Html;
  link: Link;
  actions: Action[];
  /** A picture of the demonstration. */
  image: Media | null;
  /** The platforms of the demonstration's home page. */
  platforms: Platform[];
}

export function sampleWords(locale: Locale, read: Reader): SampleWords {
  const { short, word, title, sentence } = texts[locale];
  const link = { id: 'sample', name: title, url: '/forex', openInNewTab: false };
  return {
    short,
    word,
    title,
    shortText: renderInlineMarkdown(short, locale),
    line: renderInlineMarkdown(`${sentence} ${word}.`, locale),
    longText: renderMarkdown(
      [sentence, `- ${sentence}\n- ${word}\n- [${title}](/forex)`, `${sentence} ${sentence} ${sentence}`].join('\n\n'),
      locale,
    ).html,
    link,
    actions: [
      { ...link, id: 'first', style: 'primary' },
      { ...link, id: 'second', name: word, style: 'secondary' },
      { ...link, id: 'third', name: short, style: 'quiet', url: 'https://example.com/', openInNewTab: true },
    ],
    image: read.list('news-article', locale).find(({ image }) => image?.local)?.image ?? null,
    platforms:
      read.get('page', 'home', locale)?.blocks.find((block) => block.component === 'blocks.product')?.platforms ?? [],
  };
}

type BlockNamed<Name extends KnownBlock['component']> = Extract<KnownBlock, { component: Name }>;

/** The states of every block by name. A block without samples does not compile. */
export type BlockSamples = {
  [Name in KnownBlock['component']]: (words: SampleWords) => Record<string, Omit<BlockNamed<Name>, 'component' | 'id'>>;
};

/** The fields that every block but the hero has: without `words` empty, otherwise all of them, with long text. */
export function section(words?: SampleWords, tone: Section['tone'] = 'plain'): Omit<Section, 'id'> {
  return words ? { heading: words.title, text: words.longText, tone } : { heading: null, text: null, tone };
}
