/**
 * `/embed/site-frame.js`: the site's header and footer for the broker's other sites (parts/embed/README.md), as `<brokerfront-header lang="es">`
 * and `<brokerfront-footer lang="es">`. One file without React, with a byte budget of its own.
 */
import { type Locale, defaultLocale, isLocale } from '../../../content/locales.ts';
import { buildMediaUrl } from '../../../site/ui/media-url.ts';
import { create } from './build-element.ts';
import { buildFooter } from './build-footer.ts';
import { buildHeader } from './build-header.ts';
import { type FrameAnswers, fetchAnswers, storeAnswers, readStoredAnswers } from './frame-answers.ts';
import { createFramePieces } from './frame-pieces.ts';
import { closeOthers, setUpDisclosures } from './open-and-close.ts';
import { site } from './site-address.ts';

declare const __FRAME_STYLES__: string;

/** A constructed stylesheet, which a strict Content-Security-Policy of the host page allows, unlike a style element. */
const styles = new CSSStyleSheet();
styles.replaceSync(__FRAME_STYLES__);

/** Fetches answers in its language, again when that changes, and shows the last answers while the site is unreachable. */
abstract class FrameElement extends HTMLElement {
  static observedAttributes = ['lang', 'theme'];
  readonly root = this.attachShadow({ mode: 'open' });
  abstract readonly questions: readonly (keyof FrameAnswers)[];
  #locale: Locale | null = null;
  #drawnKey = '';

  constructor() {
    super();
    this.root.adoptedStyleSheets = [styles];
    // Shows the content between the tags until header or footer can be drawn.
    this.root.append(document.createElement('slot'));
  }

  /** Builds the element; null when a required answer is missing. */
  abstract build(locale: Locale, answers: FrameAnswers): HTMLElement | null;

  connectedCallback(): void {
    void this.#show();
  }

  attributeChangedCallback(name: string): void {
    // Another theme has another logo: forces a redraw.
    if (name === 'theme') this.#locale = null;
    if (this.isConnected) void this.#show();
  }

  async #show(): Promise<void> {
    const [language] = (this.closest<HTMLElement>('[lang]')?.lang ?? '').toLowerCase().split('-');
    const locale = isLocale(language) ? language : defaultLocale;
    if (locale === this.#locale) return;
    this.#locale = locale;
    const stored = readStoredAnswers(locale);
    this.#draw(locale, stored);
    const fresh = await fetchAnswers(this.questions, locale);
    // Stored answers replace missing ones, unless that cannot be drawn.
    if (locale === this.#locale && (this.#draw(locale, { ...stored, ...fresh }) || this.#draw(locale, fresh)))
      storeAnswers(locale, fresh);
  }

  /** Draws the answers. @returns false when they cannot be drawn; the element then does not change. */
  #draw(locale: Locale, answers: FrameAnswers): boolean {
    const drawnKey = JSON.stringify([
      locale,
      this.getAttribute('theme'),
      this.questions.map((question) => answers[question]),
    ]);
    // Drawing the same again would close an open menu.
    if (drawnKey === this.#drawnKey) return true;
    try {
      const built = this.build(locale, answers);
      if (!built) return false;
      const focusable = () => [...this.root.querySelectorAll<HTMLElement>('a, button')];
      const focused = focusable().indexOf(this.root.activeElement as HTMLElement);
      this.root.replaceChildren(built);
      if (focused >= 0) focusable()[focused]?.focus();
      this.#drawnKey = drawnKey;
      return true;
    } catch {
      return false;
    }
  }
}

/** Marks the tags of `describePage`, so that another language replaces them, but never the page's own. */
const ownTag = 'data-brokerfront';

/** Adds the site's default description and picture to a page that requests them and has none (R33). */
function describePage({ 'strapi/default-seo': defaults, settings }: FrameAnswers): void {
  const seo = defaults?.data?.attributes.seo;
  if (!seo) return;
  for (const [name, content] of Object.entries({
    description: seo.description,
    'og:image': buildMediaUrl(seo.image, settings?.strapiUrl ?? site),
  })) {
    const selector = `meta:is([name="${name}"],[property="${name}"])`;
    document.head.querySelector(`${selector}[${ownTag}]`)?.remove();
    if (content && !document.head.querySelector(selector))
      document.head.append(
        create('meta', { [name === 'description' ? 'name' : 'property']: name, content, [ownTag]: '' }),
      );
  }
}

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
    return buildHeader(createFramePieces(locale, answers), theme === 'light' || theme === 'dark' ? theme : 'both');
  }
}

class SiteFooter extends FrameElement {
  readonly questions = ['strapi/footer', 'strapi/footer-links', 'strapi/common-datum', 'settings'] as const;

  build(locale: Locale, answers: FrameAnswers): HTMLElement | null {
    return buildFooter(createFramePieces(locale, answers));
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
