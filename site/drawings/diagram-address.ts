/**
 * Addresses of diagrams: `/drawings/{hash}/es/page/forex/sessions/wide.svg`. A diagram takes its text from its page, so its address names the page.
 * Caches may keep a drawing forever, because the hash is of its bytes: a drawing that changes gets another address (docs/decisions/0035-pictures-are-drawn-from-their-page.md).
 */
import { createHash } from 'node:crypto';
import { type DiagramKind, diagramKinds } from '../../content/model-diagrams.ts';
import { type Locale, isLocale } from '../../content/locales.ts';
import { type DiagramCrop, diagramCrops } from './diagram-figures.ts';

export const diagramPrefix = '/drawings/';

export interface WantedDiagram {
  locale: Locale;
  /** Id of the page. */
  page: string;
  /** If the page has several diagrams of the kind, the address means the first. */
  kind: DiagramKind;
  crop: DiagramCrop;
}

/** Builds the path of a diagram. @param svg the drawing's bytes as text. */
export function buildDiagramPath({ locale, page, kind, crop }: WantedDiagram, svg: string): string {
  const hash = createHash('sha256').update(svg).digest('base64url').slice(0, 16);
  return `${diagramPrefix}${hash}/${locale}/page/${page}/${kind}/${crop}.svg`;
}

/** Parses the path of a diagram; null for any other path. */
export function parseDiagramPath(path: string): WantedDiagram | null {
  const match =
    /^\/drawings\/[\w-]{16}\/([a-z-]{2,8})\/page\/([a-z0-9-]{1,100})\/([a-z-]{1,30})\/([a-z]{4,6})\.svg$/.exec(path);
  const [, locale, page = '', kindName, cropName] = match ?? [];
  const kind = diagramKinds.find((one) => one === kindName);
  const crop = diagramCrops.find((one) => one === cropName);
  return isLocale(locale) && kind && crop ? { locale, page, kind, crop } : null;
}
