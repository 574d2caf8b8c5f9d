import { MediaImage } from '../../ui/MediaImage.tsx';
import { Section } from '../../ui/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './DownloadBadges.module.css';

/** Links to download the apps. The badge's name is the link's name; the drawing repeats it, so its `alt` is empty. */
export function DownloadBadges({ block }: { block: BlockNamed<'blocks.download-badges'> }) {
  const page = useCurrentPage();
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <ul role="list" className={styles.badges}>
        {block.items.map((item) => (
          <li key={item.id}>
            <a
              href={page.href(item.link)}
              className={item.image ? undefined : 'button secondary'}
              aria-label={item.image ? item.name : undefined}
            >
              {item.image ? <MediaImage media={{ ...item.image, alt: '' }} /> : item.name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
