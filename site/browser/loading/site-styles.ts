/** The whole stylesheet. A document carries only the style of its own page; what a script shows besides needs the rest. */
import { stylesheet } from './stylesheet.ts';

/** Resolves when every rule of the site applies: at once in development, where each module brings its own. @throws as `stylesheet` does. */
export function siteStyles(): Promise<void> {
  const { sheet } = document.documentElement.dataset;
  return sheet ? stylesheet(sheet) : Promise.resolve();
}
