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
  /** The address that the page gives as its own. */
  canonical: string | null;
}

export const clockWord = '\u23f2';
export const linkSign = '\u2197';

/** Elements whose content nobody sees. */
const skippedElements = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'textarea', 'datalist']);
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

export function splitWords(text: string): string[] {
  return text.normalize('NFC').split(/[\s\u00ad\u200b\u2060\ufeff]+/).filter(Boolean);
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') for (const word of splitWords(value)) into.add(word);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collectStrings(one, into);
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

/**
 * Reads a page. @param path of the page on the site, such as `/forex`.
 * @param origins of the site, and those that the saved page names: links there are the site's own.
 */
export function readPageText(html: string, path: string, origins: Iterable<string> = []): PageText {
  const page: PageText = { words: [], hidden: [], clocks: [], added: [], canonical: null };
  const base = parseUrl(path, nowhere) ?? new URL(nowhere);
  const own = new Set([base.origin, ...origins]);
  let text = '';
  /** Elements that are open, each with how often its name is open inside: one that is left out, is hidden, or shows a clock. */
  let skipped: { name: string; depth: number; isAdded: boolean } | null = null;
  let hidden: { name: string; depth: number } | null = null;
  let clock: { name: string; depth: number; part: ClockPart } | null = null;
  let isHead = false;
  let isTitle = false;

  const add = (word: string) => {
    if (clock) {
      clock.part.words.push(word);
      return;
    }
    if (hidden) page.hidden.push(page.words.length);
    page.words.push(word);
  };
  const flush = () => {
    const found = text;
    text = '';
    for (const word of found ? splitWords(found) : []) add(word);
  };
  const openClock = (name: string, part: ClockPart) => {
    add(clockWord);
    page.clocks.push(part);
    clock = { name, depth: 1, part };
  };

  function open({ name, attributes }: Extract<HtmlToken, { kind: 'open' }>): void {
    if (name === 'head') isHead = true;
    if (name === 'body') isHead = false;
    isTitle = name === 'title' && isHead;
    if (name === 'link' && attributes.get('rel') === 'canonical' && page.canonical === null) {
      page.canonical = attributes.get('href') ?? null;
      const origin = parseUrl(page.canonical)?.origin;
      if (origin) own.add(origin);
    }
    if (isHead) return;
    const isAdded = isAddedByScript(attributes);
    if (skippedElements.has(name) || isAdded) {
      if (!voidElements.has(name)) skipped = { name, depth: 1, isAdded };
      return;
    }
    if (hidden?.name === name) hidden.depth += 1;
    else if (!hidden && attributes.has('hidden') && !voidElements.has(name)) hidden = { name, depth: 1 };
    for (const attribute of spokenAttributes) for (const word of splitWords(attributes.get(attribute) ?? '')) add(word);
    const href = name === 'a' ? attributes.get('href') : name === 'form' ? attributes.get('action') : undefined;
    if (href) add(linkSign + writeTarget(href, base, own));
    if (clock) {
      if (clock.name === name) clock.depth += 1;
      return;
    }
    const island = name === 'is-land' ? (attributes.get('data-name') ?? '') : '';
    if (clockIslands.has(island))
      openClock(name, {
        words: [],
        known: readKnownWords(attributes.get('data-props') ?? ''),
        live: attributes.get('data-state') === 'live',
      });
    else if (attributes.has('data-clock') || attributes.has('data-zone-name'))
      openClock(name, { words: [], known: [], live: page.clocks.some(({ live }) => live) });
  }

  function close(name: string): void {
    if (name === 'head') isHead = false;
    if (hidden?.name === name) {
      hidden.depth -= 1;
      if (hidden.depth === 0) hidden = null;
    }
    if (clock?.name === name) {
      clock.depth -= 1;
      if (clock.depth === 0) clock = null;
    }
  }

  for (const token of readHtmlTokens(html)) {
    if (skipped) {
      if (token.kind === 'text') {
        if (skipped.isAdded) page.added.push(...splitWords(token.text).slice(0, maxAdded - page.added.length));
        continue;
      }
      if (token.name !== skipped.name) continue;
      skipped.depth += token.kind === 'open' ? 1 : -1;
      if (skipped.depth === 0) skipped = null;
      continue;
    }
    if (token.kind === 'text') {
      if (!isHead || isTitle) text += token.text;
      continue;
    }
    flush();
    isTitle = false;
    if (token.kind === 'open') open(token);
    else close(token.name);
  }
  flush();
  return page;
}
