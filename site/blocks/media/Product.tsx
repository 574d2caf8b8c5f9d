import { type Platform, type ScreenSize, screenSizes } from '../../../content/model-blocks.ts';
import { MediaImage } from '../../ui/MediaImage.tsx';
import { Note } from '../../ui/Note.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { Section } from '../../ui/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './Product.module.css';

/** The media query for the picture of each screen. */
const queries: Record<ScreenSize, string> = {
  wide: 'all',
  medium: '(width < 68rem)',
  narrow: '(width < 40rem)',
};

function ThemePicture({ platform: { alt, pictures }, theme }: { platform: Platform; theme: 'light' | 'dark' }) {
  const [widest, ...smaller] = screenSizes.flatMap((size) => {
    const picture = pictures.find((one) => one.size === size);
    return picture ? [{ query: queries[size], media: picture[theme] ?? picture.light }] : [];
  });
  if (!widest) return null;
  return (
    <MediaImage media={{ ...widest.media, alt }} instead={smaller.toReversed()} sizes="(width < 75rem) 100vw, 75rem" />
  );
}

/**
 * The picture of the visitor's theme, or the light one when there is no dark one. Both are in the HTML, because media queries detect only the
 * system's theme and the footer offers a choice (docs/decisions/0057-two-themes-by-choice.md); the browser fetches only the one that is shown.
 */
function PlatformPicture({ platform }: { platform: Platform }) {
  const light = <ThemePicture platform={platform} theme="light" />;
  if (platform.pictures.every(({ dark }) => dark === null)) return light;
  return (
    <>
      <div className={styles.light}>{light}</div>
      <div className={styles.dark}>
        <ThemePicture platform={platform} theme="dark" />
      </div>
    </>
  );
}

/** Pictures of the trading platforms; several platforms are tabs, which are radio buttons and need no script. */
export function Product({ block }: { block: BlockNamed<'blocks.product'> }) {
  const { t } = useCurrentPage();
  const { id, platforms, note } = block;
  const tab = (view: string) => `${id}-${view}`;
  return (
    <Section block={block} className={styles.product}>
      <div className={styles.views}>
        {platforms.length > 1 ? (
          <fieldset className={styles.tabs}>
            <legend className="visually-hidden">{t('product.legend')}</legend>
            {platforms.map(({ view }, index) => (
              <label key={view}>
                <input type="radio" name={tab('view')} id={tab(view)} defaultChecked={index === 0} />
                <span>{t(`product.${view}`)}</span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {platforms.map((platform) => (
          <div key={platform.view} className={styles.panel} data-view={platform.view}>
            <PlatformPicture platform={platform} />
            {platform.callouts.length > 0 ? (
              <ol role="list" className={styles.callouts}>
                {platform.callouts.map(({ title, text, from }) => (
                  <li key={title} data-from={from}>
                    <h3>{title}</h3>
                    <Prose html={text} as="p" />
                  </li>
                ))}
              </ol>
            ) : null}
          </div>
        ))}
        <Note html={note} className={styles.note} />
      </div>
    </Section>
  );
}
