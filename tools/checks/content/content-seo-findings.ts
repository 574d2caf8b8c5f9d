/** Checks search titles and descriptions: search results must show them in full, and no two pages of a language may share one. */

export const titleLength = { min: 25, max: 60 };
export const descriptionLength = { min: 70, max: 160 };

const characters = new Intl.Segmenter();

/** The length in characters as a reader counts them (graphemes). */
function lengthOf(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/** @returns a sentence when a text is too short or too long. */
export function lengthFinding(what: string, text: string, { min, max }: { min: number; max: number }): string[] {
  const length = lengthOf(text);
  return length < min || length > max ? [`${what} has ${length} characters, not ${min} to ${max}: “${text}”`] : [];
}

export interface PageHead {
  locale: string;
  path: string;
  title: string;
  description: string;
}

/** Titles and descriptions that several pages of one language share. */
export function duplicateFindings(heads: readonly PageHead[]): string[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const groups = Map.groupBy(heads, (head) => `${head.locale}\n${head[field]}`);
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => `${group.map(({ path }) => path).join(', ')} share the ${field} “${group[0]?.[field] ?? ''}”`);
  });
}
