import type { ReactNode } from 'react';
import styles from './Carousel.module.css';
import { Icon } from './Icon.tsx';
import { useCurrentPage } from './current-page.tsx';

/**
 * A carousel (R28). The HTML is a row with all slides that scrolls; `site/browser/carousel.ts` turns it into a carousel and
 * shows the buttons.
 */
export function Carousel({ label, slides }: { label: string; slides: { key: string; content: ReactNode }[] }) {
  const { t } = useCurrentPage();
  return (
    <div className={styles.carousel} data-carousel="" role="group" aria-roledescription="carousel" aria-label={label}>
      <div className={styles.viewport} data-carousel-viewport="" tabIndex={0}>
        <div className={styles.track}>
          {slides.map(({ key, content }, index) => (
            <div
              key={key}
              className={styles.slide}
              role="group"
              aria-roledescription="slide"
              aria-label={t('carousel.slide', { number: String(index + 1), count: String(slides.length) })}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.controls} data-carousel-controls="" hidden>
        <button type="button" data-carousel-previous="" aria-label={t('carousel.previous')}>
          <Icon name="chevron-down" size={24} />
        </button>
        <button type="button" data-carousel-next="" aria-label={t('carousel.next')}>
          <Icon name="chevron-down" size={24} />
        </button>
        <button
          type="button"
          data-carousel-pause=""
          className={styles.pause}
          aria-pressed="false"
          aria-label={t('carousel.pause')}
        />
      </div>
    </div>
  );
}
