/**
 * `/embed/site-frame.js`: the site's header and footer for the broker's other sites (docs/embedding.md), as `<brokerfront-header lang="es">`
 * and `<brokerfront-footer lang="es">`. One file without React, with a byte budget of its own.
 */
import type { Locale } from '../../content/locales.ts';
import { buildFooter } from './build-footer.ts';
import { buildHeader } from './build-header.ts';
import { describePage } from './describe-page.ts';
import type { FrameAnswers } from './frame-answers.ts';
import { FrameElement } from './frame-element.ts';
import { framePieces } from './frame-pieces.ts';
import { closeOthers, setUpDisclosures } from './open-and-close.ts';
import { site } from './site-address.ts';

class SiteHeader extends FrameElement {
  readonly questions = [
    'strapi/header-nav-items',
    'strapi/header',
    'strapi/common-datum',
    'strapi/default-seo',
    'settings',
  ] as const;
  constructor() {
    super();
    setUpDisclosures(this.root);
  }

  build(locale: Locale, answers: FrameAnswers): HTMLElement | null {
    const theme = this.getAttribute('theme');
    if (this.hasAttribute('describe')) describePage(answers);
    return buildHeader(framePieces(locale, answers), theme === 'light' || theme === 'dark' ? theme : 'both');
  }
}

class SiteFooter extends FrameElement {
  readonly questions = ['strapi/footer', 'strapi/footer-links', 'strapi/common-datum', 'settings'] as const;

  build(locale: Locale, answers: FrameAnswers): HTMLElement | null {
    return buildFooter(framePieces(locale, answers));
  }
}

if (!customElements.get('brokerfront-header')) {
  document.fonts.add(
    new FontFace('Instrument Sans', `url("${site}/embed/instrument-sans.woff2")`, {
      weight: '400 700',
      display: 'swap',
    }),
  );
  document.addEventListener('click', (event) => {
    for (const header of document.querySelectorAll<SiteHeader>('brokerfront-header'))
      closeOthers(header.root, event.composedPath()[0] as Node);
  });
  customElements.define('brokerfront-header', SiteHeader);
  customElements.define('brokerfront-footer', SiteFooter);
}
