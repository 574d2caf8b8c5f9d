import { themeScript } from './theme.ts';

/** Must come after the elements that it changes (`data-scheme`), and before the browser uses them. */
export function ThemeScript() {
  return <script dangerouslySetInnerHTML={{ __html: themeScript }} />;
}
