/** The states of the block `diagram`: each kind with long words, and one whose instrument is missing. */
import { diagramGroups, togetherGroup, type DiagramPoint } from '../../content/model-diagrams.ts';
import { type BlockSamples, section } from './sample-words.ts';

const point = (label: string, rest: Partial<DiagramPoint> = {}): DiagramPoint => ({
  label,
  group: null,
  value: null,
  time: null,
  text: null,
  ...rest,
});

export const diagramSamples: Pick<BlockSamples, 'blocks.diagram'> = {
  'blocks.diagram': (words) => ({
    empty: { ...section(), kind: 'corporate-actions', instruments: ['NO-SUCH'], points: [], note: null },
    sessions: {
      ...section(),
      kind: 'sessions',
      instruments: [],
      points: ['Asia/Tokyo', 'Europe/London', 'America/New_York'].map((zone, index) =>
        point(words.short, {
          group: index > 0 ? togetherGroup : null,
          time: { weekday: null, from: 480, to: 1020, zone },
          text: words.short,
        }),
      ),
      note: null,
    },
    composition: {
      ...section(words, 'dark'),
      kind: 'composition',
      instruments: ['US500'],
      points: [12, 8, 7, 3, 2, 1]
        .map((value) => point(value > 7 ? words.title : words.short, { group: 'US500', value }))
        .concat(point(words.title, { group: 'US500' })),
      note: words.line,
    },
    releases: {
      ...section(words),
      kind: 'releases',
      instruments: ['WTI'],
      points: ([2, 3, 3, 5] as const).map((weekday, index) =>
        point(index === 2 ? words.word : words.short, {
          time: { weekday, from: 600 + index * 20, to: null, zone: 'America/New_York' },
          text: words.short,
        }),
      ),
      note: null,
    },
    corporate: {
      ...section(words, 'band'),
      kind: 'corporate-actions',
      instruments: ['AAPL'],
      points: diagramGroups['corporate-actions'].map((group, index) =>
        point(words.short, { group, value: [2, 15, 3][index] ?? 1, text: words.title }),
      ),
      note: words.line,
    },
    weekend: { ...section(), kind: 'weekend-gap', instruments: ['BTCUSD', 'US500'], points: [], note: null },
    volume: {
      ...section(),
      kind: 'cost-by-volume',
      instruments: ['XAUUSD'],
      points: [0, 60].map((value) => point(words.title, { value })),
      note: null,
    },
    money: {
      ...section(words, 'dark'),
      kind: 'client-money',
      instruments: [],
      points: diagramGroups['client-money'].map((group) => point(words.short, { group, text: words.title })),
      note: null,
    },
  }),
};
