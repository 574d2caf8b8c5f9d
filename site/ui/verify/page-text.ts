/**
 * What a page says, as a sequence of words: its title, its visible text, alternative texts and names for screen readers, and where links and forms lead. Two pages
 * that say the same have the same sequence, whether the HTML is the server's or what a browser saved after the scripts ran.
 *
 * What scripts may change is treated so:
 * - what they add is left out: the consent dialog, messages, dialogs (`added`); and what only some visitors see: `noscript`, `template`;
 * - Chromium leaves elements that are `hidden` out of an MHTML file;
 * - hours of markets are on the visitor's clock once their island runs. Each such part counts as one word, and its own words are kept apart
 *   (`clocks`): `compare-pages.ts` allows other times and days there, and no other word;
 * - all other islands say what the server said until their visitor uses them.
 */
import { type HtmlToken, readHtmlTokens } from './html-tokens.ts';

/** A part that shows the visitor's clock. */
export interface ClockPart {
  words: string[];
  /** Words that the scripts may write there. */
  known: string[];
  /** Its script ran before the page was saved. */
  live: boolean;
}

export interface PageText {
  /** A part with a clock is the word `clockWord`; the target of a link begins with `linkSign`. */
  words: string[];
  /** Indexes of words in elements that are `hidden`: some browsers do not save them. */
  hidden: number[];
  clocks: ClockPart[];
  /** Words in what scripts add, which are compared with nothing. */
  added: string[];
}

export const clockWord = '\u23f2';
export const linkSign = '\u2197';

/** Elements whose content nobody sees, or that hold what a visitor typed. */
const skippedElements = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'textarea',
  'datalist',
]);
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr frame'.split(' '));
const spokenAttributes = ['alt', 'aria-label', 'placeholder', 'title'];
const clockIslands = new Set(['market-hours', 'market-week']);

/** What scripts add to a page: the consent dialog, dialogs, messages, the line that says that a page loads or has loaded. */
function isAddedByScript(attributes: ReadonlyMap<string, string>): boolean {
  return (
    attributes.get('id') === 'cc-main' ||
    attributes.get('role') === 'dialog' ||
    attributes.has('data-a11y-dialog-ignore-focus-trap') ||
    attributes.get('class') === 'page-loader'
  );
}

/** Firefox wraps the lines of a saved page, also after these signs and before a long dash: words end there anyway. */
const wordEnds = /[\s\u00ad\u200b\u2060\ufeff]+|(?<=[-\u2010\u2013\u2014/|?!])(?=.)|(?=\u2014)/;

export function splitWords(text: string): string[] {
  return text.normalize('NFC').split(wordEnds).filter(Boolean);
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') for (const word of splitWords(value)) into.add(word);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collectStrings(one, into);
}

/** Finds the words of an island's props, which its script may show. */
function readKnownWords(props: string): string[] {
  const words = new Set<string>();
  try {
    collectStrings(JSON.parse(props), words);
  } catch {}
  return [...words];
}

function parseUrl(address: string | null, base?: string): URL | null {
  try {
    return address === null ? null : new URL(address, base);
  } catch {
    return null;
  }
}

/** Makes the target of a link comparable: browsers write whole addresses into a saved page. */
function writeTarget(href: string, base: URL, own: ReadonlySet<string>): string {
  const target = parseUrl(href, base.href);
  if (!target) return href;
  if (!own.has(target.origin)) return target.href;
  const path = target.pathname + target.search;
  return target.hash && (target.pathname === base.pathname || path === '/') ? target.hash : path + target.hash;
}

/** So many words of what scripts add are shown. */
const maxAdded = 80;

/** A URL whose host no link has. */
const nowhere = 'http://page.invalid/';

/** An element that is open, and how often its name is open inside. */
interface OpenElement {
  name: string;
  depth: number;
}

class PageReader {
  readonly page: PageText = { words: [], hidden: [], clocks: [], added: [] };
  readonly #base: URL;
  readonly #own: Set<string>;
  #text = '';
  #skipped: (OpenElement & { isAdded: boolean }) | null = null;
  #hidden: OpenElement | null = null;
  #clock: (OpenElement & { part: ClockPart }) | null = null;
  #isHead = false;
  #isTitle = false;

  constructor(path: string, origins: Iterable<string>) {
    this.#base = parseUrl(path, nowhere) ?? new URL(nowhere);
    this.#own = new Set([this.#base.origin, ...origins]);
  }

  read(token: HtmlToken): void {
    if (this.#skipped) {
      this.#skip(token, this.#skipped);
    } else if (token.kind === 'text') {
      if (!this.#isHead || this.#isTitle) this.#text += token.text;
    } else {
      this.end();
      this.#isTitle = false;
      if (token.kind === 'open') this.#open(token);
      else this.#close(token.name);
    }
  }

  /** Adds the words of the text that was read. */
  end(): void {
    const text = this.#text;
    this.#text = '';
    if (text) for (const word of splitWords(text)) this.#add(word);
  }

  #add(word: string): void {
    if (this.#clock) {
      this.#clock.part.words.push(word);
      return;
    }
    if (this.#hidden) this.page.hidden.push(this.page.words.length);
    this.page.words.push(word);
  }

  #skip(token: HtmlToken, skipped: OpenElement & { isAdded: boolean }): void {
    if (token.kind === 'text') {
      const { added } = this.page;
      if (skipped.isAdded) added.push(...splitWords(token.text).slice(0, maxAdded - added.length));
    } else if (token.name === skipped.name) {
      skipped.depth += token.kind === 'open' ? 1 : -1;
      if (skipped.depth === 0) this.#skipped = null;
    }
  }

  #open({ name, attributes }: Extract<HtmlToken, { kind: 'open' }>): void {
    if (name === 'head') this.#isHead = true;
    if (name === 'body') this.#isHead = false;
    this.#isTitle = name === 'title' && this.#isHead;
    if (name === 'link' && attributes.get('rel') === 'canonical') this.#readCanonical(attributes.get('href') ?? null);
    if (this.#isHead) return;
    const isVoid = voidElements.has(name);
    const isAdded = isAddedByScript(attributes);
    if (skippedElements.has(name) || isAdded) {
      if (!isVoid) this.#skipped = { name, depth: 1, isAdded };
      return;
    }
    if (this.#hidden?.name === name) this.#hidden.depth += 1;
    else if (!this.#hidden && attributes.has('hidden') && !isVoid) this.#hidden = { name, depth: 1 };
    for (const attribute of spokenAttributes)
      for (const word of splitWords(attributes.get(attribute) ?? '')) this.#add(word);
    const href = name === 'a' ? attributes.get('href') : name === 'form' ? attributes.get('action') : undefined;
    if (href) this.#add(linkSign + writeTarget(href, this.#base, this.#own));
    if (!this.#clock) this.#openClock(name, attributes);
    else if (this.#clock.name === name) this.#clock.depth += 1;
  }

  #readCanonical(address: string | null): void {
    const origin = parseUrl(address)?.origin;
    if (origin) this.#own.add(origin);
  }

  #openClock(name: string, attributes: ReadonlyMap<string, string>): void {
    const isIsland = name === 'is-land' && clockIslands.has(attributes.get('data-name') ?? '');
    if (!isIsland && !attributes.has('data-clock') && !attributes.has('data-zone-name')) return;
    const { clocks } = this.page;
    const part: ClockPart = {
      words: [],
      known: isIsland ? readKnownWords(attributes.get('data-props') ?? '') : [],
      // The island of the page writes all its clocks.
      live: isIsland ? attributes.get('data-state') === 'live' : clocks.some(({ live }) => live),
    };
    this.#add(clockWord);
    clocks.push(part);
    this.#clock = { name, depth: 1, part };
  }

  #close(name: string): void {
    if (name === 'head') this.#isHead = false;
    if (this.#hidden?.name === name) {
      this.#hidden.depth -= 1;
      if (this.#hidden.depth === 0) this.#hidden = null;
    }
    if (this.#clock?.name === name) {
      this.#clock.depth -= 1;
      if (this.#clock.depth === 0) this.#clock = null;
    }
  }
}

/** Characters and tokens that are read: ten times those of the longest page. What follows counts as if it were not there. */
const maxCharacters = 1_500_000;
const maxTokens = 60_000;

/** Finds the address that a page gives as its own; null when it gives none. */
export function findCanonical(html: string): string | null {
  for (const token of readHtmlTokens(html.slice(0, maxCharacters))) {
    if (token.kind !== 'open') continue;
    const { name, attributes } = token;
    if (name === 'body') return null;
    if (name === 'link' && attributes.get('rel') === 'canonical') return attributes.get('href') ?? null;
  }
  return null;
}

/**
 * Reads a page. @param path of the page on the site, such as `/forex`.
 * @param origins of the site, and those that the saved page names: links there are the site's own.
 */
export function readPageText(html: string, path: string, origins: Iterable<string> = []): PageText {
  const reader = new PageReader(path, origins);
  let count = 0;
  for (const token of readHtmlTokens(html.slice(0, maxCharacters))) {
    reader.read(token);
    count += 1;
    if (count >= maxTokens) break;
  }
  reader.end();
  return reader.page;
}
