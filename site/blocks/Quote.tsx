import { Carousel } from '../ui/Carousel.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './Quote.module.css';

type Voice = Pick<BlockNamed<'blocks.quote'>, 'quote' | 'name' | 'role'>;

function VoiceFigure({ voice: { quote, name, role } }: { voice: Voice }) {
  return (
    <figure className={styles.quote}>
      <Prose html={quote} as="blockquote" />
      <figcaption>
        {name}
        {role ? <span>{role}</span> : null}
      </figcaption>
    </figure>
  );
}

/** Quotes of named people: one, or several in a carousel. */
export function Quote({ block }: { block: BlockNamed<'blocks.quote'> }) {
  const { t } = useCurrentPage();
  const voices: Voice[] = [block, ...block.more];
  return (
    <Section block={block}>
      {voices.length === 1 ? (
        <VoiceFigure voice={block} />
      ) : (
        <div className={styles.voices}>
          <Carousel
            label={t('carousel.label')}
            slides={voices.map((voice) => ({ key: voice.name, content: <VoiceFigure voice={voice} /> }))}
          />
        </div>
      )}
    </Section>
  );
}
