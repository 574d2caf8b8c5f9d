/** The base class of both elements: fetches answers in its language, again when that changes, and shows the last answers while the site is unreachable. */
import { type Locale, defaultLocale, isLocale } from '../../content/locales.ts';
import { type FrameAnswers, type FrameQuestion, freshAnswers, keepAnswers, keptAnswers } from './frame-answers.ts';

declare const __FRAME_STYLES__: string;

/** Constructed, not inserted as an element, so that a strict Content-Security-Policy of the host page allows it. */
const styles = new CSSStyleSheet();
styles.replaceSync(__FRAME_STYLES__);

export abstract class FrameElement extends HTMLElement {
  static observedAttributes = ['lang', 'theme'];
  readonly root = this.attachShadow({ mode: 'open' });
  abstract readonly questions: readonly FrameQuestion[];
  #locale: Locale | null = null;
  #drawn = '';

  constructor() {
    super();
    this.root.adoptedStyleSheets = [styles];
    // Shows the content between the tags until header or footer can be drawn.
    this.root.append(document.createElement('slot'));
  }

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
    const kept = keptAnswers(locale);
    this.#draw(locale, kept);
    const fresh = await freshAnswers(this.questions, locale);
    // Stored answers replace missing ones, unless that cannot be drawn.
    if (locale === this.#locale && (this.#draw(locale, { ...kept, ...fresh }) || this.#draw(locale, fresh)))
      keepAnswers(locale, fresh);
  }

  /** @returns false when the answers cannot be drawn; the element then keeps what it shows. */
  #draw(locale: Locale, answers: FrameAnswers): boolean {
    const drawn = JSON.stringify([
      locale,
      this.getAttribute('theme'),
      this.questions.map((question) => answers[question]),
    ]);
    // Drawing the same again would close an open menu.
    if (drawn === this.#drawn) return true;
    try {
      const built = this.build(locale, answers);
      if (!built) return false;
      const focusable = () => [...this.root.querySelectorAll<HTMLElement>('a, button')];
      const focused = focusable().indexOf(this.root.activeElement as HTMLElement);
      this.root.replaceChildren(built);
      if (focused >= 0) focusable()[focused]?.focus();
      this.#drawn = drawn;
      return true;
    } catch {
      return false;
    }
  }
}
