/**
 * The six endpoints of R31 in the specification's shapes (section 3), from the mirror: they answer the same whichever feed filled it.
 * The language comes from `Accept-Language`; one that the site does not speak gets English.
 */
import { Hono } from 'hono';
import type { DocumentBase, ImageLink, Link, Media } from '../content/model.ts';
import type { Mirror } from '../content/mirror/mirror.ts';
import { type Locale, defaultLocale } from '../site/i18n/locales.ts';
import { liveFooterLinks, liveMenu, withLiveLinks } from '../site/layout/live-links.ts';
import { acceptedLocale } from './language-choice.ts';

/** A position as the numeric id that the specification's shapes have. */
function item<Attributes extends object>(index: number, attributes: Attributes): { id: number; attributes: Attributes } {
  return { id: index + 1, attributes };
}

function media(value: Media | null): { data: { id: number; attributes: { url: string; alternativeText: string; width: number; height: number } } | null } {
  return { data: value && item(0, { url: value.url, alternativeText: value.alt, width: value.width, height: value.height }) };
}

function link<Given extends Link>({ id, ...rest }: Given): Omit<Given, 'id'> & { id: number } {
  return { id: Number(id), ...rest };
}

function imageLink({ id, name, link: url, image }: ImageLink): { id: number; name: string; link: string; image: ReturnType<typeof media> } {
  return { id: Number(id), name, link: url, image: media(image) };
}

type Endpoint = (mirror: Mirror, locale: Locale) => unknown;

function single(document: DocumentBase | null, attributes: () => object): { data: { id: number; attributes: object } | null } {
  return { data: document && item(0, attributes()) };
}

const endpoints: Record<string, Endpoint> = {
  'header-nav-items': (mirror, locale) => ({
    data: liveMenu(mirror.reader(), locale).map((nav, index) => item(index, {
      name: nav.name,
      menu_position: nav.menuPosition,
      content: nav.content.map((block, position) => ({
        id: position + 1,
        __component: block.component,
        ...(block.component === 'header.nav-column' ? { name: block.name, icon: block.icon } : {}),
        links: block.links.map(link),
      })),
    })),
  }),
  header: (mirror, locale) => {
    const header = mirror.reader().single('header', locale);
    return single(header, () => ({ loginButtonText: header?.loginButtonText, signupButtonText: header?.signupButtonText }));
  },
  footer: (mirror, locale) => {
    const read = mirror.reader();
    const whole = read.single('footer', locale);
    const footer = whole && withLiveLinks(whole, read, locale);
    return single(footer, () => ({
      downloads: footer?.downloads.map(imageLink),
      contact: footer?.contact && { name: footer.contact.name, links: footer.contact.links.map(link) },
      socialsTitle: footer?.socialsTitle,
      socialsItems: footer?.socialsItems.map(imageLink),
      paymentMethodsItems: { data: footer?.paymentMethodsItems.map((image, index) => item(index, { url: image.url, alternativeText: image.alt, width: image.width, height: image.height })) },
      additionalLinks: footer?.additionalLinks.map(link),
      text: footer?.text,
    }));
  },
  'footer-links': (mirror, locale) => ({
    data: liveFooterLinks(mirror.reader(), locale).map((column, index) => item(index, {
      linkGroups: column.linkGroups.map((group, position) => ({ id: position + 1, name: group.name, links: group.links.map(link) })),
    })),
  }),
  'common-datum': (mirror, locale) => {
    const common = mirror.reader().single('common-datum', locale);
    return single(common, () => ({ siteName: common?.siteName, logoColored: media(common?.logoColored ?? null), logoWhite: media(common?.logoWhite ?? null) }));
  },
  'default-seo': (mirror, locale) => {
    const defaults = mirror.reader().single('default-seo', locale);
    return single(defaults, () => ({
      seo: defaults && { title: defaults.seo.title, description: defaults.seo.description, keywords: defaults.seo.keywords.join(', '), image: media(defaults.seo.image) },
    }));
  },
};

/** Routes below `/api/strapi`. */
export function contentApi(mirror: Mirror): Hono {
  const api = new Hono();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    api.get(`/${name}`, (context) => {
      const locale = acceptedLocale(context.req.header('accept-language')) ?? defaultLocale;
      context.header('vary', 'Accept-Language');
      context.header('content-language', locale);
      context.header('cache-control', 'public, max-age=0, s-maxage=5, stale-while-revalidate=60');
      return context.json(endpoint(mirror, locale) as Record<string, unknown>);
    });
  }
  return api;
}
