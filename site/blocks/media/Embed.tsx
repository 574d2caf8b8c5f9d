import { MediaImage } from '../../ui/media/MediaImage.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Section } from '../../ui/text/Section.tsx';
import { usePageContext } from '../../ui/page-context.ts';
import type { BlockOf } from '../resolved-block.ts';
import styles from './Embed.module.css';

const providers = {
  youtube: { name: 'YouTube', address: 'https://www.youtube.com/watch?v=' },
} as const;

/**
 * A video of another company, shown as a poster from this site (R43): nothing is requested from the provider. `data-embed` and
 * `data-embed-id` are for the consent gate, which may replace the poster by a player; without a script the link opens the provider's page.
 */
export function Embed({ block }: { block: BlockOf<'blocks.embed'> }) {
  const page = usePageContext();
  const provider = providers[block.provider];
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <figure
        className={styles.embed}
        data-consent
        data-embed={block.provider}
        data-embed-id={block.videoId}
        data-embed-title={block.title}
      >
        <MediaImage media={block.poster} />
        <figcaption>
          <strong>{block.title}</strong>
          <p>{block.consentText}</p>
          <a
            href={provider.address + encodeURIComponent(block.videoId)}
            target="_blank"
            rel="noopener noreferrer"
            className="button secondary"
          >
            {page.t('blocks.embedOpen', { provider: provider.name })}
            <Icon name="external" size={18} />
            <span className="visually-hidden"> {page.t('layout.newTab')}</span>
          </a>
        </figcaption>
      </figure>
    </Section>
  );
}
