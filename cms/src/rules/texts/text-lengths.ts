/** How long titles and descriptions are that search results show in full. `npm run check` reads this too, so the file imports nothing. */
export interface Length {
  min: number;
  max: number;
}

export const titleLength: Length = { min: 25, max: 60 };
export const descriptionLength: Length = { min: 70, max: 160 };

const characters = new Intl.Segmenter();

/** Counts characters as a reader does (graphemes). */
export function countCharacters(text: string): number {
  return Array.from(characters.segment(text)).length;
}
