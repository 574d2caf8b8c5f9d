/**
 * Converts Markdown to sanitised HTML, once, when content enters the replica (R34): CommonMark with HTML and line breaks, plus tables and
 * strikethrough. Raw HTML bypasses markdown-it's link check, so the sanitiser is what makes the output safe.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { type Locale, byLocale, localeRecords } from '../locales.ts';
import type { Html } from '../model-values.ts';

/** R34: the only `data:` addresses that are allowed, in links and images. */
const dataImage = /^data:image\/(?:gif|png|jpeg|webp);/i;

function keepSafeAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  return /^data:/i.test(address.trim()) && !dataImage.test(address.trim()) ? undefined : address;
}

function keepAddress(attributes: sanitizeHtml.Attributes, name: 'href' | 'src'): sanitizeHtml.Attributes {
  const { [name]: address, ...others } = attributes;
  const safe = keepSafeAddress(address);
  return safe === undefined ? others : { ...others, [name]: safe };
}

const inlineTags = [
  'a',
  'abbr',
  'b',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
];
const blockTags = [
  'blockquote',
  'caption',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'hr',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
];

/** With more columns, a table on a phone shows each value below the label of its column (`site/styles/stacked-table.css`). */
const maxColumnsOnPhone = 4;
const stackedTable = 'stacked-table';

/** Matches an e-mail address, which may break only after its @: a narrow phone would break it before its last letter. */
const emailAddress = /(?<![\w.+-])([\w.+-]+@)([\w-]+(?:\.[\w-]+)+)/g;

function createOptions(tags: string[]): sanitizeHtml.IOptions {
  return {
    allowedTags: tags,
    allowedAttributes: {
      '*': ['id', 'lang', 'dir', 'title'],
      a: ['href', 'hreflang', 'target', 'rel'],
      div: ['role', 'tabindex', 'aria-label'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      td: ['align', 'colspan', 'rowspan', 'data-figure'],
      th: ['align', 'colspan', 'rowspan', 'scope'],
      time: ['datetime'],
    },
    allowedClasses: { div: ['table-scroll'], table: [stackedTable], '*': ['align-end'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data'],
    allowProtocolRelative: false,
    // The sanitiser scans all open elements for each new one: without a limit, its time is quadratic in the text's length.
    nestingLimit: 100,
    textFilter: (text) => text.replace(emailAddress, '<span class="email">$1<wbr>$2</span>'),
    transformTags: {
      a: (tagName, attributes) => {
        const next = keepAddress(attributes, 'href');
        return { tagName, attribs: next['target'] === '_blank' ? { ...next, rel: 'noopener' } : next };
      },
      img: (tagName, attributes) => ({
        tagName,
        attribs: { loading: 'lazy', alt: '', ...keepAddress(attributes, 'src') },
      }),
    },
  };
}

const blockOptions = createOptions([...inlineTags, ...blockTags]);
const inlineOptions = createOptions(inlineTags);

function slugify(text: string): string {
  return (
    text
      // Leave placeholders out, so that an anchor stays when a figure changes.
      .replace(/\{\{[^{}]*\}\}/g, ' ')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'section'
  );
}

/** @returns a function that gives each text a unique anchor in one document: repeated texts get `-2`, `-3`. */
export function createAnchors(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = slugify(text);
    const count = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, count);
    return count === 1 ? slug : `${slug}-${count}`;
  };
}

function labelCells(tokens: readonly Token[]): void {
  let labels: string[] = [];
  let column = 0;
  let table: Token | undefined;
  tokens.forEach((token, index) => {
    if (token.type === 'table_open') [table, labels] = [token, []];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') {
      const textTokens =
        tokens[index + 1]?.children?.filter(({ type }) => type === 'text' || type === 'code_inline') ?? [];
      labels.push(textTokens.map(({ content }) => content).join(''));
    }
    if (token.type !== 'td_open') return;
    const label = labels[column];
    column += 1;
    if (labels.length <= maxColumnsOnPhone) return;
    table?.attrSet('class', stackedTable);
    if (label) token.attrSet('data-figure', label);
  });
}

/** A table has an address below a heading: its own, from the heading's. */
function buildId(table: Token | undefined): string {
  const id = (table?.meta as { id?: string } | null)?.id;
  return id ? ` id="${id}"` : '';
}

function createRenderer(locale: Locale) {
  const markdown = new MarkdownIt('commonmark', { html: true, breaks: true }).enable(['table', 'strikethrough']);
  const { rules } = markdown.renderer;
  // A wide table scrolls in a box of its own, which the keyboard must reach (WCAG 2.1.1).
  rules['table_open'] = (tokens, index, options, _env, self) =>
    `<div${buildId(tokens[index])} class="table-scroll" role="group" tabindex="0" aria-label="${localeRecords[locale].tableLabel}">${self.renderToken(tokens, index, options)}`;
  rules['table_close'] = () => '</table></div>\n';
  // An empty corner cell is not a header: assistive technology would announce an empty text.
  markdown.core.ruler.push('empty_headers', (state) => {
    state.tokens.forEach((token, index) => {
      const [content, close] = state.tokens.slice(index + 1, index + 3);
      if (token.type !== 'th_open' || content?.content || !close) return;
      token.tag = 'td';
      close.tag = 'td';
    });
  });
  markdown.core.ruler.push('labelled_cells', ({ tokens }) => labelCells(tokens));
  // markdown-it aligns cells with a style attribute, which the Content-Security-Policy forbids.
  for (const name of ['th_open', 'td_open']) {
    rules[name] = (tokens, index, options, _env, self) => {
      const token = tokens[index];
      if (token) {
        const label = token.attrGet('data-figure');
        if (String(token.attrGet('style') ?? '').includes('right')) token.attrs = [['class', 'align-end']];
        else token.attrs = token.tag === 'th' ? [['scope', 'col']] : [];
        if (label) token.attrPush(['data-figure', label]);
      }
      return self.renderToken(tokens, index, options);
    };
  }
  return markdown;
}

const renderers = byLocale(createRenderer);

/** Matches the number that a section (`7. Costs`) or a clause (`7.4 The spread …`) of a legal document begins with. */
const clauseNumber = /^(\d+(?:\.\d+)*)\.? /;

/** Gives the sections and clauses of a legal document their numbers as anchors, the same in all languages; each clause links to itself. */
function numberClauses(tokens: readonly Token[], escapeHtml: (text: string) => string): void {
  const seen = new Set<string>();
  tokens.forEach((token, index) => {
    const first = tokens[index + 1]?.children?.[0];
    const number = clauseNumber.exec(first?.content ?? '')?.[1];
    const isClause = token.type === 'paragraph_open' && number?.includes('.');
    if (!first || !number || seen.has(number) || !(isClause || token.type === 'heading_open')) return;
    seen.add(number);
    token.attrSet('id', number);
    if (isClause) {
      first.type = 'html_inline';
      first.content = `<a href="#${number}">${number}</a>${escapeHtml(first.content.slice(number.length))}`;
    }
  });
}

export interface RenderedMarkdown {
  html: Html;
  /** The `h2` headings of the text, in order, with their anchors. */
  contents: { id: string; text: string }[];
}

/** Renders a markdown text. Never throws: CommonMark has no invalid input. @param numbered the anchors of a legal document are its numbers. */
export function renderMarkdown(text: string, locale: Locale, { numbered = false } = {}): RenderedMarkdown {
  const renderer = renderers[locale];
  const env = {};
  const tokens = renderer.parse(text, env);
  if (numbered) numberClauses(tokens, renderer.utils.escapeHtml);
  const anchor = createAnchors();
  let section = '';
  const contents: RenderedMarkdown['contents'] = [];
  tokens.forEach((token, index) => {
    if (token.type === 'table_open' && section) token.meta = { id: anchor(`${section} table`) };
    if (token.type !== 'heading_open') return;
    const inline = tokens[index + 1];
    const headingText = (inline?.children ?? []).map((child) => child.content).join('') || (inline?.content ?? '');
    const id = String(token.attrGet('id') ?? anchor(headingText));
    section = id;
    token.attrSet('id', id);
    if (token.tag === 'h2') contents.push({ id, text: headingText });
  });
  const html = sanitizeHtml(renderer.renderer.render(tokens, renderer.options, env), blockOptions);
  return { html: html.trim() as Html, contents };
}

/** Renders one line of markdown (emphasis, code, links): no paragraphs, no blocks. */
export function renderInlineMarkdown(text: string, locale: Locale): Html {
  return sanitizeHtml(renderers[locale].renderInline(text), inlineOptions) as Html;
}
