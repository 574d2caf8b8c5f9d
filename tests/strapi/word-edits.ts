/** An editor who replaces words of the interface, and remembers what visitors must then read. */
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { readableText } from '../readable-text.ts';
import { Visitor } from '../sites/account-site.ts';
import { type StrapiEditor, refused } from './strapi-editor.ts';

/** Into the last one the site writes a value. `/search?q=gold` shows them all. */
const keys = ['layout.skip', 'search.submit', 'search.titleFor'] as const;
type Key = (typeof keys)[number];
const placeholder = '{query}';

export class WordEdits {
  readonly #words = new Map<Locale, Map<Key, string>>(locales.map((locale) => [locale, new Map()]));
  #serial = 0;
  readonly #editor: StrapiEditor;
  readonly #random: (below: number) => number;

  constructor(editor: StrapiEditor, random: (below: number) => number) {
    this.#editor = editor;
    this.#random = random;
  }

  /** Sets, changes or removes the words of one key, or tries to lose or invent a value. @throws when Strapi takes that. */
  async edit(): Promise<void> {
    const locale = locales[this.#random(locales.length)] as Locale;
    const key = keys[this.#random(keys.length)] as Key;
    const next = new Map(this.#words.get(locale));
    const value = key === 'search.titleFor' ? placeholder : '';
    const text = `Words ${(this.#serial += 1)}`;
    switch (this.#random(4)) {
      case 0:
        next.delete(key);
        break;
      case 1: {
        next.set(key, value ? text : `${text} ${placeholder}`);
        const said = await refused(this.#publish(locale, next));
        if (!/is missing: the site writes|has no value for/.test(said)) throw new Error(`${key}: ${said}`);
        return;
      }
      default:
        next.set(key, `${text} ${value}`.trim());
    }
    await this.#publish(locale, next);
    this.#words.set(locale, next);
  }

  #publish(locale: Locale, words: ReadonlyMap<Key, string>): Promise<unknown> {
    const list = [...words].map(([message, text]) => ({ message, text }));
    return this.#editor.publish('interface-word-set', null, { words: list }, locale);
  }

  /** @returns what visitors do not read. */
  async check(siteUrl: string): Promise<string[]> {
    const wrong: string[] = [];
    for (const [locale, words] of this.#words) {
      const { text } = await new Visitor(siteUrl).get(localePath('/search?q=gold', locale));
      const page = readableText(text);
      const read = (key: Key) =>
        words.get(key)?.replace(placeholder, 'gold') ?? translator(locale)(key, { query: 'gold' });
      const missing = keys.map(read).filter((sentence) => !page.includes(sentence));
      wrong.push(...missing.map((sentence) => `${locale}: “${sentence}” is not on the page of the search`));
    }
    return wrong;
  }
}
