/** The choice of a theme in the footer: kept in this browser only, for all tabs. Before the first paint `site/ui/theme.ts` reads it. */
import { schemeMedia } from '../ui/theme.ts';
import { readStored, store } from './page-storage.ts';

const storageKey = 'theme';

function chosenTheme(): 'light' | 'dark' | null {
  const stored = readStored('localStorage', storageKey);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

function show(theme: 'light' | 'dark' | null): void {
  const { dataset } = document.documentElement;
  if (theme) dataset['theme'] = theme;
  else delete dataset['theme'];
  for (const element of document.querySelectorAll<HTMLSourceElement | HTMLMetaElement>('[data-scheme]')) {
    const scheme = element.dataset['scheme'] === 'dark' ? 'dark' : 'light';
    element.media = theme === null ? schemeMedia(scheme) : theme === scheme ? 'screen' : 'not all';
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-theme-choice] input')) {
    input.checked = input.value === (theme ?? 'system');
  }
}

export function setUpThemeChoice(): void {
  const choice = document.querySelector<HTMLElement>('[data-theme-choice]');
  if (!choice) return;
  show(chosenTheme());
  choice.hidden = false;
  choice.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement;
    const theme = value === 'light' || value === 'dark' ? value : null;
    show(theme);
    store('localStorage', storageKey, theme);
  });
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) show(chosenTheme());
  });
}
