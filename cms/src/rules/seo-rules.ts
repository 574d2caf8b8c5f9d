/** Pages may leave their search texts empty, because the default ones stand in for them; so those may not be empty. */
import type { Problem } from './problem';

const texts = ['title', 'description'] as const;

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** A field that an editor emptied is one that was never filled: Strapi would measure the empty text against the shortest one. */
export function dropBlankSeoTexts(data: Record<string, unknown>): void {
  const seo = data.seo as Record<string, unknown> | null | undefined;
  if (typeof seo !== 'object' || seo === null) return;
  for (const text of texts) if (text in seo && isBlank(seo[text])) seo[text] = null;
}

/** @param document the default search texts that are about to be published. */
export function defaultSeoProblems(document: Record<string, unknown>): Problem[] {
  const seo = (document.seo ?? {}) as Record<string, unknown>;
  return texts
    .filter((text) => isBlank(seo[text]))
    .map((text) => ({
      path: ['seo', text],
      message: `The default ${text} stands in for every page that has none of its own: write one.`,
    }));
}
