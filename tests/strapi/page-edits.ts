/** An editor who makes, moves and takes down pages in any order, and remembers what visitors must then find where. */
import { type Locale, defaultLocale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { readableText } from '../readable-text.ts';
import { writeForm } from './form-visitors.ts';
import { type StrapiEditor, refused } from './strapi-editor.ts';

export interface KnownPage {
  documentId: string;
  title: string;
  path: string;
  live: Set<Locale>;
  down: Set<Locale>;
  forms: Map<Locale, object>;
}

interface Options {
  editor: StrapiEditor;
  /** Fields of a page that may be published in the language. */
  fields: (more: object, locale: Locale) => Record<string, unknown>;
  random: (below: number) => number;
}

const words = [
  'gold',
  'oil',
  'summer',
  'winter',
  'guides',
  'offer',
  'start',
  'prize',
  'week',
  'news-of-gold',
  'fr',
  'api',
];
const fixedPaths = Object.keys(staticPaths).filter((id) => !/privacy|cookie/.test(id));

export class PageEdits {
  readonly pages: KnownPage[] = [];
  /** Languages in which a path once answered. */
  readonly ever = new Map<string, Set<Locale>>();
  /** What Strapi said to edits that it refused, with how often. */
  readonly refusals = new Map<string, number>();
  #made = 0;
  #forms = 0;
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  answers({ live, down }: KnownPage, locale: Locale): boolean {
    return live.has(locale) ? !down.has(locale) : live.has(defaultLocale) && !down.has(defaultLocale);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.#options.random(items.length)] as Item;
  }

  /** Makes one edit; Strapi may refuse it. @param read a page whose form somebody has just opened. */
  async edit(read?: KnownPage): Promise<void> {
    const page = this.pages.length > 0 ? this.pick(this.pages) : null;
    const locale = this.pick(locales);
    const action = this.#options.random(28);
    const { editor } = this.#options;
    if (read && action < 9) return action < 4 ? this.#move(read, locale) : this.#editForm(read, locale);
    if (!page || action < 4 || this.pages.length < 4) return this.#create(locale);
    const { documentId } = page;
    if (action < 9) return this.#publish(page, locale, {});
    if (action < 13) return this.#move(page, locale);
    if (action < 15 && page.live.has(locale))
      return this.#try(editor.unpublish('page', documentId, locale), () => {
        page.live.delete(locale);
        page.down.delete(locale);
      });
    if (action === 15 && page.live.has(locale)) {
      const takenDown = !page.down.has(locale);
      return this.#publish(page, locale, { takenDown });
    }
    if (action === 16)
      return this.#try(editor.remove('page', documentId), () => this.pages.splice(this.pages.indexOf(page), 1));
    if (action === 17) {
      const afterwards = this.pick([null, '/indices', ...this.ever.keys()]);
      return this.#publish(page, locale, { afterwards });
    }
    if (action === 18) return this.#attackFixed();
    if (action > 20) return this.#editForm(page, locale);
    return this.#publish(page, locale, {});
  }

  #choosePath(): string {
    const above = this.pages.filter(({ path }) => !path.includes('/')).map(({ path }) => `${path}/`);
    return this.pick(['', '', 'campaign/', 'forex/', ...above]) + this.pick(words);
  }

  async #create(locale: Locale): Promise<void> {
    const { editor, fields } = this.#options;
    const [path, title] = [this.#choosePath(), `Page number ${(this.#made += 1)}.`];
    // A page whose publication is refused stays as a draft, which takes its address.
    await this.#try(editor.save('page', null, fields({ title, path }, locale), locale), async ({ documentId }) => {
      const page: KnownPage = { documentId, title, path, live: new Set(), down: new Set(), forms: new Map() };
      this.pages.push(page);
      await this.#publish(page, locale, {});
    });
  }

  /** Publishes the page in a language, with links to pages that are or were there. */
  async #publish(
    page: KnownPage,
    locale: Locale,
    more: { path?: string; takenDown?: boolean; afterwards?: string | null },
  ): Promise<void> {
    const { editor, fields } = this.#options;
    const { title } = page;
    const path = more.path ?? page.path;
    const takenDown = more.takenDown ?? false;
    const base = fields({ title, path, ...more, takenDown }, locale);
    const target =
      this.pages.length > 1 && this.#options.random(2) === 0 ? this.pick([...this.ever.keys(), '/forex']) : '/forex';
    const action = { name: 'There', url: target, style: 'primary' };
    const form = page.forms.get(locale);
    const blocks = [
      ...(base['blocks'] as object[]),
      { __component: 'blocks.call-to-action', heading: 'Look', actions: [action] },
      ...(form ? [form] : []),
    ];
    await this.#try(editor.publish('page', page.documentId, { ...base, blocks }, locale), () => {
      // The pages below follow.
      for (const below of this.pages.filter((one) => one.path.startsWith(`${page.path}/`)))
        below.path = path + below.path.slice(page.path.length);
      page.path = path;
      page.live.add(locale);
      if (takenDown) page.down.add(locale);
      else page.down.delete(locale);
    });
  }

  async #move(page: KnownPage, locale: Locale): Promise<void> {
    const path = this.#choosePath();
    if (path !== page.path) await this.#publish(page, locale, { path });
  }

  /** Adds a form, changes its texts and fields, or removes it. A publication that is refused leaves it in the next one. */
  async #editForm(page: KnownPage, locale: Locale): Promise<void> {
    const has = () => this.#options.random(4) > 0;
    if (this.#options.random(5) === 0) page.forms.delete(locale);
    else page.forms.set(locale, writeForm((this.#forms += 1), { company: has(), question: has() }));
    await this.#publish(page, locale, {});
  }

  async #attackFixed(): Promise<void> {
    const { editor } = this.#options;
    const key = this.pick(fixedPaths);
    const draft = await editor.draft('page', key);
    const attempt = this.pick([
      () => editor.save('page', draft.documentId, { ...draft, path: this.pick(words) }),
      () => editor.remove('page', draft.documentId),
      () => editor.removeAll('page', [draft.documentId], defaultLocale),
    ]);
    const said = await refused(attempt());
    if (!/address and stays|cannot be deleted/.test(said)) throw new Error(`${key} was changed: ${said}`);
  }

  async #try<Result>(action: Promise<Result>, then: (result: Result) => unknown): Promise<void> {
    let result: Result;
    try {
      result = await action;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      // A refusal has a sentence; everything else is a fault.
      if (!/: 40[03] /.test(said)) throw error;
      const sentence = (/"message":"([^"]*)"/.exec(said)?.[1] ?? said).replace(/“[^”]*”/g, '“…”').slice(0, 60);
      this.refusals.set(sentence, (this.refusals.get(sentence) ?? 0) + 1);
      return;
    }
    await then(result);
    for (const page of this.pages)
      for (const locale of locales)
        if (this.answers(page, locale)) {
          const path = `/${page.path}`;
          this.ever.set(path, (this.ever.get(path) ?? new Set()).add(locale));
        }
  }

  /** Visits every page and every address that once was one. @returns what is wrong. */
  async check(siteUrl: string): Promise<string[]> {
    const visit = (address: string) => fetch(`${siteUrl}${address}`, { redirect: 'manual' });
    const wrong: string[] = [];
    const links = new Set<string>();
    const now = new Set<string>();
    for (const page of this.pages)
      for (const locale of locales.filter((one) => this.answers(page, one))) {
        const address = localePath(`/${page.path}`, locale);
        now.add(address);
        const response = await visit(address);
        const html = await response.text();
        if (response.status !== 200 || !html.includes(page.title))
          wrong.push(`${address}: ${response.status}, not ${page.title}`);
        const text = readableText(html);
        if (!/A headline on \d+ instruments/.test(text) || /\{\{|\{\w+\}/.test(text))
          wrong.push(`${address}: lost a placeholder`);
        for (const [, link = ''] of html.matchAll(/<a [^>]*?href="(\/(?!api\/)[^"#?]*)/g)) links.add(link);
      }
    const old = [...this.ever].flatMap(([path, where]) => [...where].map((locale) => localePath(path, locale)));
    for (const address of new Set(old.filter((one) => !now.has(one)))) {
      const { status, headers } = await visit(address);
      const to = headers.get('location');
      const end = to === null ? 0 : (await visit(to)).status;
      if ((status !== 301 && status !== 302) || end !== 200) wrong.push(`${address}: ${status} ${to} ${end}`);
    }
    for (const link of links) {
      const { status, headers } = await visit(link);
      const to = headers.get('location');
      if (status !== 200 && (to === null || (await visit(to)).status !== 200))
        wrong.push(`a link to ${link}: ${status} ${to}`);
    }
    for (const [id, path] of Object.entries(staticPaths)) {
      const { status } = await visit(localePath(path, 'es'));
      if (status !== 200) wrong.push(`the fixed page ${id}: ${status}`);
    }
    return wrong;
  }
}
