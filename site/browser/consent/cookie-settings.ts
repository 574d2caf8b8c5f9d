/** Opens the preferences of consent from the links to them, wherever in the page they are. */
import { isAutomated } from '../automated-browser.ts';
import { loadChunk } from '../loading/load-chunk.ts';

export function setUpCookieSettings(): void {
  if (isAutomated()) return;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-cookie-settings]');
    if (!link) return;
    event.preventDefault();
    // If the preferences cannot be opened, follow the link to the plain form.
    loadChunk(() => import('./consent.ts'))
      .then((part) => part.openPreferences())
      .catch(() => location.assign(link.href));
  });
}
