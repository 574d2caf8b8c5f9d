/** Pages may leave their search texts empty, because the site then uses the default ones; so the defaults may not be empty. */
import { type Problem, tell } from '../problem';
import { countCharacters, descriptionLength, titleLength } from './text-lengths';

const texts = ['title', 'description'] as const;

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === '';

/** Turns blank texts into null: Strapi would check an empty text against the minimum length. */
export function dropBlankSeoTexts(data: Record<string, unknown>): void {
  const seo = data.seo as Record<string, unknown> | null | undefined;
  if (typeof seo !== 'object' || seo === null) return;
  for (const text of texts) if (text in seo && isBlank(seo[text])) seo[text] = null;
}

/** @param document the default search texts about to be published. */
export function findDefaultSeoProblems(document: Record<string, unknown>): Problem[] {
  const seo = (document.seo ?? {}) as Record<string, unknown>;
  return texts
    .filter((text) => isBlank(seo[text]))
    .map((text) => ({
      path: ['seo', text],
      message: `The default ${text} stands in for every page that has none of its own: write one.`,
    }));
}

const lengths = { title: titleLength, description: descriptionLength };
/** The shortest figure that may replace a placeholder: only the site knows the real ones, and `npm run check` compares their lengths with these limits. */
const figure = '00';

/** The schema leaves room for placeholders; this counts what visitors read. */
export function visibleSeoLength(typed: string): number {
  return countCharacters(typed.replace(/\{\{[^{}]*\}\}/g, figure));
}

export function findSeoLengthProblems(data: Record<string, unknown>): Problem[] {
  const seo = (data.seo ?? {}) as Record<string, unknown>;
  return texts.flatMap((text): Problem[] => {
    const typed = seo[text];
    if (typeof typed !== 'string') return [];
    const length = visibleSeoLength(typed);
    const { max } = lengths[text];
    return length > max
      ? tell(['seo', text], `The ${text} has ${length} characters; ${max} are the most that search results show.`)
      : [];
  });
}
