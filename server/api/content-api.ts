/**
 * The six endpoints of R31 in the specification's shapes: the public contract for the broker's other sites, which show the same header and footer
 * (parts/embed/README.md). They answer from the replica, whichever feed filled it, with the texts as their authors wrote them. `Accept-Language`
 * selects the language; English replaces a language that the site does not have.
 */
import { type Context, Hono } from 'hono';
import type { Link, Media } from '../../content/model-values.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type LayoutType, writtenDocument } from '../../content/parse/layout-schemas.ts';
import { type Locale, defaultLocale } from '../../content/locales.ts';
import { hasPage, keepLiveLinks, keepLiveMenu } from '../../site/layout/live-links.ts';
import { createEtag, matchesEtag } from '../http/etag.ts';
import { findAcceptedLocale } from '../http/language-choice.ts';
import { refuseWithoutContent } from '../http/refusals.ts';
import type { SharedCaching } from '../http/shared-caching.ts';

const unpurgedCacheControl = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/** Wraps attributes in the specification's shape, whose numeric id is here the position, counted from 1. */
function wrapItem<Attributes extends object>(
  index: number,
  attributes: Attributes,
): { id: number; attributes: Attributes } {
  return { id: index + 1, attributes };
}

function convertLink<Source extends Link>({ id, ...rest }: Source): Omit<Source, 'id'> & { id: number } {
  return { id: Number(id), ...rest };
}

function wrapSingle(attributes: object | undefined): { data: object | null } {
  return { data: attributes ? wrapItem(0, attributes) : null };
}

/** Builds the answers of the endpoints; `read` records their tags. */
function createEndpoints(replica: Replica, origin: string): Record<string, (locale: Locale, read: Reader) => unknown> {
  function readWritten<Type extends LayoutType>(type: Type, locale: Locale, read: Reader) {
    return read
      .list(type, locale)
      .map((document) => {
        const wire = replica.wire({ type, id: document.id, locale: document.locale });
        // Consumers would cache an incomplete menu, so fail instead.
        if (wire === null) throw new WaitingForContent(`${type}/${document.id}.${document.locale}`);
        return writtenDocument(type, wire);
      })
      .filter((document) => document !== null);
  }
  /** Reads the documents that our own pages show in a language, in the same order, without links to withdrawn pages. */
  function readLive<Type extends LayoutType>(type: Type, locale: Locale, read: Reader) {
    return readWritten(type, locale, read).map((document) => keepLiveLinks(document, read, locale));
  }
  function readMenu(locale: Locale, read: Reader) {
    return keepLiveMenu(readWritten('header-nav-item', locale, read), read, locale);
  }

  /**
   * Gives a picture the absolute address of the site's own copy. R32 uses an absolute address unchanged, so the picture loads even where browsers
   * cannot reach the content service. A picture without a copy keeps the content service's address, which consumers complete with `strapiUrl`.
   */
  function convertFile({ url, local, alt, width, height }: Media) {
    return { url: local === null ? url : `${origin}${local}`, alternativeText: alt, width, height };
  }
  const wrapMedia = (value: Media | null) => ({ data: value && wrapItem(0, convertFile(value)) });
  const convertImageLink = ({
    id,
    name,
    link: url,
    image,
  }: {
    id: string;
    name: string;
    link: string;
    image: Media | null;
  }) => ({ id: Number(id), name, link: url, image: wrapMedia(image) });

  return {
    'header-nav-items': (locale, read) => ({
      data: readMenu(locale, read).map(({ name, menuPosition, content }, index) =>
        wrapItem(index, {
          name,
          menu_position: menuPosition,
          content: content.map((block, position) => ({
            id: position + 1,
            __component: block.component,
            ...(block.component === 'header.nav-column' ? { name: block.name, icon: block.icon } : {}),
            links: block.links.map(convertLink),
          })),
        }),
      ),
    }),
    header: (locale, read) =>
      wrapSingle(
        readLive('header', locale, read).map(({ loginButtonText, signupButtonText }) => ({
          // As on our own pages, a button whose page is withdrawn has no text.
          loginButtonText: hasPage('/login', read, locale) ? loginButtonText : '',
          signupButtonText: hasPage('/register', read, locale) ? signupButtonText : '',
        }))[0],
      ),
    footer: (locale, read) =>
      wrapSingle(
        readLive('footer', locale, read).map(
          ({ downloads, contact, socialsTitle, socialsItems, paymentMethodsItems, additionalLinks, text }) => ({
            downloads: downloads.map(convertImageLink),
            contact: contact && { name: contact.name, links: contact.links.map(convertLink) },
            socialsTitle,
            socialsItems: socialsItems.map(convertImageLink),
            paymentMethodsItems: {
              data: paymentMethodsItems.map((image, index) => wrapItem(index, convertFile(image))),
            },
            additionalLinks: additionalLinks.map(convertLink),
            text,
          }),
        )[0],
      ),
    'footer-links': (locale, read) => ({
      data: readLive('footer-links', locale, read).map(({ linkGroups }, index) =>
        wrapItem(index, {
          linkGroups: linkGroups.map(({ name, links }, position) => ({
            id: position + 1,
            name,
            links: links.map(convertLink),
          })),
        }),
      ),
    }),
    'common-datum': (locale, read) =>
      wrapSingle(
        readLive('common-datum', locale, read).map(({ siteName, riskWarning, logoColored, logoWhite }) => ({
          siteName,
          riskWarning,
          logoColored: wrapMedia(logoColored),
          logoWhite: wrapMedia(logoWhite),
        }))[0],
      ),
    'default-seo': (locale, read) =>
      wrapSingle(
        readLive('default-seo', locale, read).map(({ seo: { title, description, keywords, image } }) => ({
          seo: { title, description, keywords: keywords.join(', '), image: wrapMedia(image) },
        }))[0],
      ),
  };
}

class WaitingForContent extends Error {}

/** Creates the routes below `/api/strapi`. @param origin the site's public origin, which serves its copies of pictures. */
export function createContentApi(replica: Replica, origin: string, shared: SharedCaching): Hono {
  const api = new Hono();
  api.onError((error, context) => {
    if (error instanceof WaitingForContent || replica.size() === 0) return refuseWithoutContent(context);
    throw error;
  });
  for (const [name, endpoint] of Object.entries(createEndpoints(replica, origin))) {
    api.get(`/${name}`, (context: Context) => {
      if (replica.size() === 0) return refuseWithoutContent(context);
      const locale = findAcceptedLocale(context.req.header('accept-language')) ?? defaultLocale;
      const read = replica.reader();
      const text = JSON.stringify(endpoint(locale, read));
      const headers = {
        vary: 'Accept-Language',
        'content-language': locale,
        etag: createEtag(text),
        ...Object.fromEntries(
          shared.variesByLanguage
            ? shared.headers(unpurgedCacheControl, read.tags)
            : [['cache-control', 'private, max-age=0']],
        ),
      };
      if (matchesEtag(context.req.header('if-none-match'), headers.etag)) return context.body(null, 304, headers);
      return context.body(text, 200, { ...headers, 'content-type': 'application/json' });
    });
  }
  return api;
}
