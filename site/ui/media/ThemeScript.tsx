/**
 * Before the first paint: the theme that the visitor chose in the footer (docs/decisions/0057-two-themes-by-choice.md). It is the only inline
 * script, and its hash is in the Content-Security-Policy.
 */
import { themeScript } from './theme-script.ts';

/** Stands after the elements that it decides on (`data-scheme`), and before any of them is used. */
export function ThemeScript() {
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />;
}
