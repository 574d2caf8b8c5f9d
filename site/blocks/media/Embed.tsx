import { buildVideoAttributes, videoProviders } from '../../consent/embedded-video.ts';
import { MediaImage } from '../../ui/MediaImage.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './Embed.module.css';

/**
 * A video of another company, shown as a poster from this site (R43): nothing is requested from the provider. With consent a script replaces the
 * poster by a player; without a script the link opens the provider's page.
 */
export function Embed({ block }: { block: BlockNamed<'blocks.embed'> }) {
  const page = useCurrentPage();
  const { provider, videoId, title } = block;
  const { name, page: address } = videoProviders[provider];
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <figure className={styles.embed} {...buildVideoAttributes({ provider, id: videoId, title })}>
        <MediaImage media={block.poster} />
        <figcaption>
          <strong>{title}</strong>
          <p>{block.consentText}</p>
          <a
            href={address + encodeURIComponent(videoId)}
            target="_blank"
            rel="noopener noreferrer"
            className="button secondary"
          >
            {page.t('blocks.embedOpen', { provider: name })}
            <Icon name="external" size={18} />
            <span className="visually-hidden"> {page.t('layout.newTab')}</span>
          </a>
        </figcaption>
      </figure>
    </Section>
  );
}
