/**
 * The page beside a form of Strapi's panel, with what an editor has typed and not saved. The panel's frame opens it by a signed link; its script
 * then posts the values, with a signature that covers them. Nothing of it is stored, and no visitor gets it.
 */
import { type Context, Hono } from 'hono';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import { isRecord } from '../../content/feed/strapi-answer.ts';
import type { StrapiFeed } from '../../content/feed/strapi-feed.ts';
import { type StrapiType, strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { parseWireText, toWireText } from '../../content/replica/wire-text.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { PreviewedDocument } from '../../site/layout/PreviewBar.tsx';
import { readBoundedText } from '../http/bounded-body.ts';
import { refuseTooMany } from '../http/refusals.ts';
import type { CachedPage } from '../pages/page-bytes.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import { findShownPath } from '../pages/preview-path.ts';
import type { SitePages, SiteRenderer } from '../pages/site-pages.ts';
import type { PreviewDrafts } from './preview-drafts.ts';
import { type PreviewTarget, checkLink } from './preview-link.ts';

interface Options {
  secret: string;
  /** Null without Strapi and its token. */
  feed: StrapiFeed | null;
  drafts: PreviewDrafts;
  renderer: () => Promise<SiteRenderer>;
  openPages: (replica: Replica, preview: PreviewedDocument) => SitePages;
}

/** Bytes; the longest page of the demonstration has a tenth. */
const maxBytes = 1024 * 1024;
/** Each render stops visitors' pages for some milliseconds. */
const rendersAMinute = 240;

export class TypedPreview {
  readonly #options: Options;
  readonly #limit = new MemoryLimiter({ points: rendersAMinute, seconds: 60, most: 1000 });

  constructor(options: Options) {
    this.#options = options;
  }

  routes(): Hono {
    const app = new Hono();
    app.get('/', (context) => this.#open(context));
    app.post('/', (context) => this.#follow(context));
    app.onError((error, context) => context.text(`The preview cannot be shown now: ${error.message}`, 503));
    return app;
  }

  /** The saved draft, for a start; the home page when it has none. */
  async #open(context: Context): Promise<Response> {
    const checked = this.#check(context);
    if (checked instanceof Response) return checked;
    const { type, target } = checked;
    const address = { type: type.type, id: target.key, locale: target.locale };
    const changes = await this.#options.drafts.fetch([address]);
    const page =
      (await this.#render(changes, checked)) ?? (await this.#render(changes, checked, localePath('/', target.locale)));
    if (!page) return context.text('There is no page to show.', 404);
    context.set('preview', true);
    context.set('styleSource', page.styleSource);
    return context.html(page.document.text());
  }

  async #follow(context: Context): Promise<Response> {
    // A form of another site cannot send this type.
    if (context.req.header('content-type') !== 'application/json') return context.text('Send JSON.', 415);
    const typed = await readBoundedText(context.req.raw, maxBytes);
    if (typed === null) return context.text('The body is too large.', 413);
    const checked = this.#check(context, typed);
    if (checked instanceof Response) return checked;
    const { type, target } = checked;
    const wait = this.#limit.use(`${target.type} ${target.key} ${target.locale}`);
    if (wait > 0) return refuseTooMany(context, 'The preview is asked too often.', wait);
    const row: unknown = JSON.parse(typed);
    const { feed } = this.#options;
    if (!isRecord(row) || !feed) return context.text('The preview needs a row, STRAPI_URL and STRAPI_TOKEN.', 503);
    const { key, locale } = target;
    const { documents, media } = await feed.convertRow(type, { ...row, key, locale, updatedAt: new Date().toJSON() });
    // Parsed here, because the replica would report what is wrong with them as an alarm.
    const parsed = documents.map(toWireText).map((text) => ({ ...text, parsed: parseWireText(text) }));
    if (parsed.some(({ parsed: { document } }) => document === null))
      return context.text('These values are no page.', 422);
    const page = await this.#render({ documents: parsed, media, removed: [] }, checked).catch(() => null);
    return page ? context.html(page.document.text()) : context.text('No page shows these values.', 422);
  }

  #check(context: Context, typed?: string): { type: StrapiType; target: PreviewTarget } | Response {
    const { search } = new URL(context.req.url);
    const checked = checkLink(search.slice(1), this.#options.secret, Math.floor(Date.now() / 1000), typed);
    if (!checked.ok) return context.text(`This preview is ${checked.reason}. Open it again from the form.`, 403);
    const { target } = checked;
    const type = strapiTypeNamed(target.type);
    return type ? { type, target } : context.text('The site does not show documents of this kind.', 404);
  }

  /** Renders the page that shows the document, or another one. @returns null when there is no such page with these changes. */
  async #render(
    changes: Changes,
    { type, target: { type: name, key, locale } }: { type: StrapiType; target: PreviewTarget },
    path?: string,
  ): Promise<CachedPage | null> {
    const { drafts, renderer, openPages } = this.#options;
    const rendered = await renderer();
    return drafts.withChanges(changes, (replica) => {
      const address = parsePageAddress(path ?? findShownPath(replica.reader(), type.type, key, locale));
      if (address.kind !== 'page') return null;
      const pages = openPages(replica, { type: name, key, locale, framed: true });
      const answer = pages.answer(pages.request(rendered, address.address));
      return answer.kind === 'page' ? answer.page : null;
    });
  }
}
