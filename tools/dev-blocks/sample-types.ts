/** The types of block samples, and the fields that most of them share. */
import type { KnownBlock, Section } from '../../content/model-blocks.ts';
import type { SampleWords } from './sample-words.ts';

type BlockNamed<Name extends KnownBlock['component']> = Extract<KnownBlock, { component: Name }>;

/** The states of every block by name. A block without samples does not compile. */
export type BlockSamples = {
  [Name in KnownBlock['component']]: (words: SampleWords) => Record<string, Omit<BlockNamed<Name>, 'component' | 'id'>>;
};

/** The fields that every block but the hero has: without `words` empty, otherwise all of them, with long text. */
export function section(words?: SampleWords, tone: Section['tone'] = 'plain'): Omit<Section, 'id'> {
  return words ? { heading: words.title, text: words.longText, tone } : { heading: null, text: null, tone };
}
