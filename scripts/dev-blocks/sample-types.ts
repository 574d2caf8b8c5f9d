/** What a sample of a block is. */
import type { KnownBlock, Section } from '../../content/model-blocks.ts';
import type { SampleWords } from './sample-words.ts';

type BlockNamed<Name extends KnownBlock['component']> = Extract<KnownBlock, { component: Name }>;

/** States by name for every block: one without them does not compile. */
export type BlockSamples = {
  [Name in KnownBlock['component']]: (words: SampleWords) => Record<string, Omit<BlockNamed<Name>, 'component' | 'id'>>;
};

/** What every block but the hero carries: nothing, or all of it and long. */
export function section(words?: SampleWords, tone: Section['tone'] = 'plain'): Omit<Section, 'id'> {
  return words ? { heading: words.title, text: words.longText, tone } : { heading: null, text: null, tone };
}
