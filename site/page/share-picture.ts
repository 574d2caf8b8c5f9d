/**
 * The content of a page's preview picture (Open Graph). The head defines it, and `server/pictures/` draws it on request. The address contains a hash
 * of the content, so that a picture may be cached forever.
 */
import { createHash } from 'node:crypto';
import { localePath } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import type { Head } from './page-module.ts';

export interface SharePicture {
  locale: Locale;
  siteName: string;
  title: string;
  /** The name of the parent page; empty for the home page. */
  eyebrow: string;
  /** A line of values below the title, such as prices at the ends of days; empty for none. */
  line: readonly number[];
  /** Up to three figures with their names. */
  figures: readonly (readonly [name: string, value: string])[];
  /** The version of the drawing code, which is part of the address. */
  drawing: number;
}

/** The version of the drawing code; raise it with every visible change of `draw-share-picture.ts`. */
const drawingVersion = 1;
export const sharePicturePrefix = '/share-pictures/';
export const sharePictureSize = { width: 1200, height: 630 };

interface Breadcrumbs {
  itemListElement: { name: string }[];
}

export function describeSharePicture(head: Head, siteName: string, locale: Locale): SharePicture {
  const crumbs = head.structuredData?.find((data) => data['@type'] === 'BreadcrumbList') as Breadcrumbs | undefined;
  const parentName = crumbs?.itemListElement.slice(1, -1).at(-1)?.name ?? '';
  const { line = [], figures = [] } = head.share ?? {};
  return { locale, siteName, title: head.title, eyebrow: parentName, line, figures, drawing: drawingVersion };
}

/** Builds the path of a picture. @param path the path of the page, without language prefix. */
export function buildSharePicturePath(picture: SharePicture, path: string): string {
  const hash = createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 16);
  const localizedPath = localePath(path, picture.locale);
  return `${sharePicturePrefix}${hash}${localizedPath === '/' ? '' : localizedPath}.png`;
}
