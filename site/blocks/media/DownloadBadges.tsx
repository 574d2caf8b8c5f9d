import { QRCodeSVG } from 'qrcode.react';
import { MediaImage } from '../../ui/MediaImage.tsx';
import { Note } from '../../ui/Note.tsx';
import { Section } from '../../ui/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './DownloadBadges.module.css';

type DownloadBadgesBlock = BlockNamed<'blocks.download-badges'>;

/** Links to download the apps. The badge's name is the link's name; the drawing repeats it, so its `alt` is empty. */
function Badges({ items }: Pick<DownloadBadgesBlock, 'items'>) {
  const page = useCurrentPage();
  return (
    <ul role="list" className={styles.badges}>
      {items.map((item) => (
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
  );
}

export function DownloadBadges({ block }: { block: DownloadBadgesBlock }) {
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <Badges items={block.items} />
    </Section>
  );
}

/** The badges in a hero. A desktop also shows a code that opens this page on a phone, which then has the badge of its own store. */
export function HeroDownloads({ block }: { block: DownloadBadgesBlock }) {
  const { t, href, path, absolute } = useCurrentPage();
  return (
    <div id={block.id} role="group" aria-label={block.heading ?? t('layout.downloads')} className={styles.downloads}>
      <div>
        <Badges items={block.items} />
        <Note html={block.text} block />
      </div>
      <figure className={styles.code}>
        <QRCodeSVG value={`${absolute(href(path))}#${block.id}`} size={112} marginSize={2} aria-hidden="true" />
        <figcaption>{t('blocks.scan')}</figcaption>
      </figure>
    </div>
  );
}
