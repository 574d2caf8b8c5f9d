import { Icon } from '../ui/Icon.tsx';
import { MediaImage } from '../ui/MediaImage.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import { cx } from '../ui/cx.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './CardList.module.css';

/**
 * Cards that link to more. With images they are pictures with text below; without, a ruled list: name, description, figure, arrow,
 * which reads faster than a wall of boxes. The whole card is clickable; the link's text is the card's name.
 */
export function CardList({ block }: { block: BlockNamed<'blocks.card-list'> }) {
  const page = useCurrentPage();
  const pictures = block.cards.some((card) => card.image);
  return (
    <Section block={block}>
      <ul role="list" className={cx(pictures ? styles.pictures : styles.rows)}>
        {block.cards.map((card) => (
          <li key={card.title}>
            <MediaImage media={card.image} />
            {card.meta ? <small>{card.meta}</small> : null}
            <h3>{card.link ? <a href={page.href(card.link.url)}>{card.title}</a> : card.title}</h3>
            <Prose html={card.text} as="p" />
            {card.link && !pictures ? <Icon name="arrow-right" size={20} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
