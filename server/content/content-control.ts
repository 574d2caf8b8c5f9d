/**
 * Endpoints for the content service and its editors: report a change, confirm a held removal, and ask for the live version of a document. All
 * need the shared secret; the last also accepts a preview cookie of its document.
 */
import { type Context, Hono } from 'hono';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import type { DocumentAddress } from '../../content/document-address.ts';
import type { DocumentType } from '../../content/model.ts';
import type { Hint } from '../../content/feed/strapi-sync.ts';
import { strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import { defaultLocale, isLocale } from '../../content/locales.ts';
import { readBoundedText } from '../http/bounded-body.ts';
import { noStore } from '../http/refusals.ts';
import type { ContentSource } from './content-source.ts';
import type { Instances } from './instances.ts';
import type { LiveAddress } from '../pages/live-address.ts';
import type { Logger } from '../log.ts';
import type { PageCache } from '../pages/page-cache.ts';

/** Bytes. Strapi sends the whole entry; a long page is some 100 KB. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Keys are parts of addresses, so none is longer. */
const maxKeyLength = 300;

interface Options {
  secret: string;
  content: ContentSource;
  instances: Instances;
  liveAddress: (document: DocumentAddress) => Promise<LiveAddress>;
  /** The document that a visitor's preview cookie opens; null without a valid one. */
  previewed: (cookie: string | undefined) => Record<'type' | 'key' | 'locale', string> | null;
  cache: PageCache;
  /** What parts add to an answer of `/live`. */
  describeLive: ((document: DocumentAddress | null) => Record<string, unknown>) | undefined;
  log: Logger;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads the documents (`entries` when they are several) or the file that a webhook names; empty for a type that the site does not have. */
export function readHints(body: unknown): Hint[] {
  if (!isRecord(body)) return [];
  const { model, entry, entries, media } = body;
  if (isRecord(media))
    return typeof media['url'] === 'string' && media['url'] !== '' && media['url'].length <= 2000
      ? [{ media: media['url'] }]
      : [];
  const type = typeof model === 'string' ? strapiTypeNamed(model) : null;
  if (!type) return [];
  if (type.single) return [{ type: type.type, id: type.type }];
  return (Array.isArray(entries) ? entries : [entry]).flatMap((candidate: unknown) => {
    const key = isRecord(candidate) ? candidate['key'] : null;
    return typeof key === 'string' && key !== '' && key.length <= maxKeyLength ? [{ type: type.type, id: key }] : [];
  });
}

/** Reads the event and the language that Strapi reports, for the log only. */
function readEvent(body: unknown): { event?: string; locale?: string } {
  const { event, entry } = isRecord(body) ? body : {};
  const locale = isRecord(entry) ? entry['locale'] : null;
  return {
    ...(typeof event === 'string' ? { event: event.slice(0, maxKeyLength) } : {}),
    ...(isLocale(locale) ? { locale } : {}),
  };
}

/** Answers 401, and logs at most once a minute, with the number of refusals: a client that guesses secrets must not fill the log. */
class Refusals {
  readonly #log: Logger;
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Logger) {
    this.#log = log;
  }

  refuse(context: Context, text: string): Response {
    this.#refused += 1;
    if (performance.now() - this.#loggedAt >= 60_000) {
      this.#log.warn({ path: context.req.path, refused: this.#refused }, 'a secret was missing or wrong');
      this.#loggedAt = performance.now();
      this.#refused = 0;
    }
    return context.text(text, 401, noStore);
  }
}

/** Passes on what Strapi reports as changed. */
async function receiveWebhook(context: Context, { content, instances, log }: Options): Promise<Response> {
  const text = await readBoundedText(context.req.raw, maxBodyBytes);
  if (text === null) return context.text('The body is too large.', 413, noStore);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return context.text('The body is not JSON.', 400, noStore);
  }
  const hints = readHints(body);
  if (hints.length > 0) {
    log.debug({ ...readEvent(body), hint: hints[0], documents: hints.length }, 'webhook');
    content.hint(hints);
    instances.hint(hints);
  }
  return context.json({ looksAt: hints.length > 1 ? hints.length : (hints[0] ?? null) }, 202, noStore);
}

/** Syncs once more, and removes documents even when so many are gone that the removal was held. */
async function confirmRemoval(context: Context, { content, log }: Options): Promise<Response> {
  try {
    const dropped = await content.sync(true);
    log.warn({ pages: dropped.size, documents: content.replica.size() }, 'a held removal was confirmed');
    return context.json({ documents: content.replica.size(), pagesDropped: dropped.size }, 200, noStore);
  } catch (error) {
    return context.json({ error: error instanceof Error ? error.message : String(error) }, 502, noStore);
  }
}

/** Describes the page that the cache has for a path. */
function describeCachedPage(context: Context, { cache }: Options): Response {
  const page = cache.peek(context.req.query('path') ?? '');
  if (!page) return context.json({ cached: false }, 200, noStore);
  const { staleSince, staleBy, replaces, renderedAt, tags } = page;
  const stale = staleSince !== null;
  return context.json(
    { cached: true, stale, staleBy, renderedAt: new Date(renderedAt).toISOString(), replaces, tags },
    200,
    noStore,
  );
}

/** Describes the live version of a document, or the state of this instance when no document is named. */
async function answerLive(context: Context, options: Options): Promise<Response> {
  const { content, instances, liveAddress, describeLive } = options;
  const { type = '', key, locale } = context.req.query();
  const strapiType = strapiTypeNamed(type);
  if (!strapiType)
    return context.json(
      {
        instance: instances.name,
        documents: content.replica.size(),
        sync: content.status(),
        ...describeLive?.(null),
      },
      200,
      noStore,
    );
  const document = {
    type: strapiType.type satisfies DocumentType,
    id: key ?? strapiType.type,
    locale: isLocale(locale) ? locale : defaultLocale,
  };
  return context.json(
    {
      document,
      ...(await liveAddress(document)),
      instances: await instances.live(document),
      sync: content.status(),
      ...describeLive?.(document),
    },
    200,
    noStore,
  );
}

/** A preview cookie only allows a request for its own document, not for the site. */
function matchesPreview(context: Context, previewed: Options['previewed']): boolean {
  const { type, key, locale } = context.req.query();
  const target = previewed(context.req.header('cookie'));
  return target !== null && target.type === type && target.key === key && target.locale === locale;
}

export function createContentControl(options: Options): Hono {
  const { secret, previewed, log } = options;
  const app = new Hono();
  const refusals = new Refusals(log);
  const isAllowed = (context: Context) => matchesSecret(context.req.header('x-webhook-secret'), secret);
  const wrongSecret =
    secret === '' ? 'No STRAPI_WEBHOOK_SECRET is set, so nobody may ask.' : 'The secret is missing or wrong.';
  for (const path of ['/webhook', '/confirm-removal', '/page'])
    app.use(path, async (context: Context, next) =>
      isAllowed(context) ? next() : refusals.refuse(context, wrongSecret),
    );
  app.post('/webhook', (context) => receiveWebhook(context, options));
  app.post('/confirm-removal', (context) => confirmRemoval(context, options));
  app.get('/page', (context) => describeCachedPage(context, options));
  app.get('/live', (context) =>
    matchesPreview(context, previewed) || isAllowed(context)
      ? answerLive(context, options)
      : refusals.refuse(context, 'Open a preview first.'),
  );
  return app;
}
