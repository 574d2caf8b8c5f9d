/** The states of the blocks in `site/blocks/`. */
import type { Cell, Column, Table } from '../../content/model-blocks.ts';
import { accountFeatureKeys } from '../../content/model-values.ts';
import { type BlockSamples, type SampleWords, section } from './sample-words.ts';

const prices = [3, 5, 4, 7, 6, 8, 9, 7, 8, 11];

function column(label: string, format: Column['format'] = 'text', digits = 0): Column {
  return { label, align: format === 'text' ? 'start' : 'end', format, digits };
}

function table(words: SampleWords, rows: number): Table {
  const row = (index: number): Cell[] => [
    index % 2 === 0 ? words.shortText : words.line,
    -1234.5 * (index + 1),
    index % 2 === 0,
    index % 2 === 0 ? prices : prices.toReversed(),
    words.shortText,
  ];
  return {
    caption: words.title,
    columns: [
      column(words.short),
      column(words.word, 'number', 2),
      column(words.short),
      { ...column(words.short), align: 'end', figure: 'chart' },
      column(words.title),
    ],
    rows: Array.from({ length: rows }, (_, index) => row(index)),
    note: words.line,
  };
}

export const tableSamples: Pick<
  BlockSamples,
  | 'blocks.account-types'
  | 'blocks.comparison-table'
  | 'blocks.data-table'
  | 'blocks.stats'
  | 'blocks.worked-example'
  | 'blocks.hero'
> = {
  'blocks.hero': (words) => {
    const bare = { eyebrow: null, text: null, actions: [], note: null, table: null, image: null };
    const full = { eyebrow: words.title, text: words.line, actions: words.actions, note: words.line };
    return {
      least: { ...bare, heading: words.short },
      table: { ...bare, ...full, heading: words.short, table: table(words, 3) },
      image: { ...bare, ...full, heading: words.title, image: words.image },
      long: { ...bare, ...full, heading: `${words.word} ${words.title}` },
    };
  },
  'blocks.account-types': (words) => ({
    cards: {
      ...section(words),
      variant: 'cards',
      features: ['minimumDeposit', 'spreads', 'stopOut'],
      note: words.line,
    },
    table: { ...section(), variant: 'table', features: [...accountFeatureKeys], note: null },
  }),
  'blocks.comparison-table': (words) => ({
    least: {
      ...section(),
      caption: words.short,
      columns: [{ name: words.short, note: null, highlighted: false }],
      rows: [{ label: words.short, hint: null, values: [true] }],
      note: null,
    },
    long: {
      ...section(words, 'band'),
      caption: words.title,
      columns: [words.short, words.word, words.title].map((name, index) => ({
        name,
        note: index === 0 ? null : words.title,
        highlighted: index === 1,
      })),
      rows: [words.short, words.word, words.title].map((label, index) => ({
        label,
        hint: index === 2 ? words.title : null,
        values: [index === 1, words.line, 1234.5],
      })),
      note: words.line,
    },
  }),
  'blocks.data-table': (words) => ({
    empty: { ...section(), table: { caption: words.short, columns: [], rows: [], note: null } },
    long: { ...section(words), table: table(words, 12) },
  }),
  'blocks.stats': (words) => ({
    least: {
      ...section(),
      variant: 'row',
      items: [{ value: '0', label: words.short, note: null, link: null, instrument: null }],
    },
    wall: {
      ...section(words),
      variant: 'wall',
      items: ['62', '1 234 567', '0', '24', '140'].map((value, index) => ({
        value,
        label: index === 1 ? words.word : words.short,
        note: index === 3 ? null : words.title,
        link: index === 2 ? null : words.link,
        instrument: [null, 'XAUUSD', 'EURUSD', 'NO-SUCH', 'BTCUSD'][index] ?? null,
      })),
    },
    long: {
      ...section(words, 'dark'),
      variant: 'row',
      items: ['1 234 567.89', '99.99 %', words.short, words.word].map((value, index) => ({
        value,
        label: index === 3 ? words.short : words.title,
        note: index % 2 === 0 ? words.title : null,
        link: null,
        instrument: null,
      })),
    },
  }),
  'blocks.worked-example': (words) => ({
    gain: {
      ...section(),
      lines: [{ label: words.short, value: '1.00', sum: false }],
      result: { label: words.short, value: '+1.00', tone: 'gain' },
      note: null,
      instrument: null,
    },
    loss: {
      ...section(words, 'band'),
      lines: [words.short, words.word, words.title].map((label, index) => ({
        label,
        value: '1 234 567.89 USD',
        sum: index === 2,
      })),
      result: { label: words.title, value: '−1 234 567.89 USD', tone: 'loss' },
      note: words.line,
      instrument: null,
    },
    chart: {
      ...section(words, 'dark'),
      lines: [words.short, words.title].map((label) => ({ label, value: '1 234.56 USD', sum: false })),
      result: { label: words.short, value: '+1 234.56 USD', tone: 'gain' },
      note: words.line,
      instrument: 'XAUUSD',
    },
  }),
};
