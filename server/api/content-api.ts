/**
 * The six endpoints of R31 in the specification's shapes: the public contract for the broker's other sites, which show the same header and footer
 * (site/embed/README.md). They answer from the replica, whichever feed filled it, with the texts as their authors wrote them. `Accept-Language`
 * selects the language; English replaces a language that the site does not have.
 */
import { type Context, Hono } from 'hono';
import type { Link, Media } from '../../content/model-values.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type LayoutType, writtenDocument } from '../../content/parse/layout-schemas.ts';
import { type Locale, defaultLocale } from '../../content/locales.ts';
import { hasPage, withLiveLinks, withLiveMenu } from '../../site/layout/live-links.ts';
import { contentTag, namesTag } from '../http/etag.ts';
import { acceptedLocale } from '../http/language-choice.ts';
import { refuseWithoutContent } from '../http/refusals.ts';
import type { SharedCaching } from '../http/shared-caching.ts';

const usual = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

/** The specification's shapes have a numeric id: here the position, counted from 1. */
function item<Attributes extends object>(
  index: number,
  attributes: Attributes,
): { id: number; attributes: Attributes } {
  return { id: index + 1, attributes };
}

function link<Given extends Link>({ id, ...rest }: Given): Omit<Given, 'id'> & { id: number } {
  return { id: Number(id), ...rest };
}

function single(attributes: object | undefined): { data: object | null } {
  return { data: attributes ? item(0, attributes) : null };
}

/** The answers of the endpoints; `read` records their tags. */
function endpoints(replica: Replica, origin: string): Record<string, (locale: Locale, read: Reader) => unknown> {
  function written<Type extends LayoutType>(type: Type, locale: Locale, read: Reader) {
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
  /** The documents that our own pages show in a language, in the same order, without links to withdrawn pages. */
  function documents<Type extends LayoutType>(type: Type, locale: Locale, read: Reader) {
    return written(type, locale, read).map((document) => withLiveLinks(document, read, locale));
  }
  function menu(locale: Locale, read: Reader) {
    return withLiveMenu(written('header-nav-item', locale, read), read, locale);
  }

  /**
   * The absolute address of the site's own copy of a picture. R32 uses an absolute address unchanged, so the picture loads even where browsers
   * cannot reach the content service. A picture without a copy keeps the content service's address, which consumers complete with `strapiUrl`.
   */
  function file({ url, local, alt, width, height }: Media) {
    return { url: local === null ? url : `${origin}${local}`, alternativeText: alt, width, height };
  }
  const media = (value: Media | null) => ({ data: value && item(0, file(value)) });
  const imageLink = ({
    id,
    name,
    link: url,
    image,
  }: {
    id: string;
    name: string;
    link: string;
    image: Media | null;
  }) => ({ id: Number(id), name, link: url, image: media(image) });

  return {
    'header-nav-items': (locale, read) => ({
      data: menu(locale, read).map(({ name, menuPosition, content }, index) =>
        item(index, {
          name,
          menu_position: menuPosition,
          content: content.map((block, position) => ({
            id: position + 1,
            __component: block.component,
            ...(block.component === 'header.nav-column' ? { name: block.name, icon: block.icon } : {}),
            links: block.links.map(link),
          })),
        }),
      ),
    }),
    header: (locale, read) =>
      single(
        documents('header', locale, read).map(({ loginButtonText, signupButtonText }) => ({
          // As on our own pages, a button whose page is withdrawn has no text.
          loginButtonText: hasPage('/login', read, locale) ? loginButtonText : '',
          signupButtonText: hasPage('/register', read, locale) ? signupButtonText : '',
        }))[0],
      ),
    footer: (locale, read) =>
      single(
        documents('footer', locale, read).map(
          ({ downloads, contact, socialsTitle, socialsItems, paymentMethodsItems, additionalLinks, text }) => ({
            downloads: downloads.map(imageLink),
            contact: contact && { name: contact.name, links: contact.links.map(link) },
            socialsTitle,
            socialsItems: socialsItems.map(imageLink),
            paymentMethodsItems: { data: paymentMethodsItems.map((image, index) => item(index, file(image))) },
            additionalLinks: additionalLinks.map(link),
            text,
          }),
        )[0],
      ),
    'footer-links': (locale, read) => ({
      data: documents('footer-links', locale, read).map(({ linkGroups }, index) =>
        item(index, {
          linkGroups: linkGroups.map(({ name, links }, position) => ({
            id: position + 1,
            name,
            links: links.map(link),
          })),
        }),
      ),
    }),
    'common-datum': (locale, read) =>
      single(
        documents('common-datum', locale, read).map(({ siteName, riskWarning, logoColored, logoWhite }) => ({
          siteName,
          riskWarning,
          logoColored: media(logoColored),
          logoWhite: media(logoWhite),
        }))[0],
      ),
    'default-seo': (locale, read) =>
      single(
        documents('default-seo', locale, read).map(({ seo: { title, description, keywords, image } }) => ({
          seo: { title, description, keywords: keywords.join(', '), image: media(image) },
        }))[0],
      ),
  };
}

class WaitingForContent extends Error {}

/** Routes below `/api/strapi`. @param origin the site's public origin, which serves its copies of pictures. */
export function contentApi(replica: Replica, origin: string, shared: SharedCaching): Hono {
  const api = new Hono();
  api.onError((error, context) => {
    if (error instanceof WaitingForContent || replica.size() === 0) return refuseWithoutContent(context);
    throw error;
  });
  for (const [name, endpoint] of Object.entries(endpoints(replica, origin))) {
    api.get(`/${name}`, (context: Context) => {
      if (replica.size() === 0) return refuseWithoutContent(context);
      const locale = acceptedLocale(context.req.header('accept-language')) ?? defaultLocale;
      const read = replica.reader();
      const text = JSON.stringify(endpoint(locale, read));
      const headers = {
        vary: 'Accept-Language',
        'content-language': locale,
        etag: contentTag(text),
        ...Object.fromEntries(
          shared.variesByLanguage ? shared.headers(usual, read.tags) : [['cache-control', 'private, max-age=0']],
        ),
      };
      if (namesTag(context.req.header('if-none-match'), headers.etag)) return context.body(null, 304, headers);
      return context.body(text, 200, { ...headers, 'content-type': 'application/json' });
    });
  }
  return api;
}
