/** Handles the choice of a theme in the footer. It is stored in this browser for all tabs; the script in `site/ui/theme.ts` applies it before the first paint. */
import { buildSchemeMedia } from '../ui/theme.ts';
import { readStored, store } from './page-storage.ts';

const storageKey = 'theme';

function readTheme(): 'light' | 'dark' | null {
  const stored = readStored('localStorage', storageKey);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

/** Applies a theme to the page and to elements that belong to one theme, such as the white logo, which are for the screen only. @param theme null: that of the system. */
function applyTheme(theme: 'light' | 'dark' | null): void {
  const { dataset } = document.documentElement;
  if (theme) dataset['theme'] = theme;
  else delete dataset['theme'];
  for (const element of document.querySelectorAll<HTMLSourceElement | HTMLMetaElement>('[data-scheme]')) {
    const scheme = element.dataset['scheme'] === 'dark' ? 'dark' : 'light';
    element.media = theme === null ? buildSchemeMedia(scheme) : theme === scheme ? 'screen' : 'not all';
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-theme-choice] input'))
    input.checked = input.value === (theme ?? 'system');
}

export function setUpThemeChoice(): void {
  const choice = document.querySelector<HTMLElement>('[data-theme-choice]');
  if (!choice) return;
  applyTheme(readTheme());
  choice.hidden = false;
  choice.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement;
    const theme = value === 'light' || value === 'dark' ? value : null;
    applyTheme(theme);
    store('localStorage', storageKey, theme);
  });
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) applyTheme(readTheme());
  });
}
