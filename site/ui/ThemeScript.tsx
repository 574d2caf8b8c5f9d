import { themeScript } from './theme.ts';

/** Stands after the elements that it decides on (`data-scheme`), and before any of them is used. */
export function ThemeScript() {
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />;
}
