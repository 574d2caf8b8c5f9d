/** Applies the policy of the visitor's country in the browser: the notice (R24), the Spanish redirect (R41), hidden links that open an account. */
import { isLocale } from '../../../content/locales.ts';
import { addressLocale } from '../../i18n/locale-path.ts';
import { isAutomated } from '../automated-browser.ts';
import { readCookie } from '../cookie.ts';
import { inPreview, takeTurn } from '../overlays/modal-turn.ts';
import { openModal } from '../overlays/modals.ts';
import { countryKey, readStored, store } from '../page-storage.ts';
import { whenSeenAgain } from '../navigation/seen-again.ts';
import { swapped } from '../navigation/swapped.ts';
import { trustedHtml } from '../trusted-html.ts';
import { writeCookie } from './write-cookie.ts';

const spanishHome = '/es/index.html';

/** Reads the words of the policy that this session has still to apply. */
function readOpenWords(): string[] {
  return (readStored('sessionStorage', countryKey) ?? '').split(' ');
}

/** Removes a word that is applied. */
function markSettled(word: string): void {
  store(
    'sessionStorage',
    countryKey,
    readOpenWords()
      .filter((other) => other !== word)
      .join(' '),
  );
}

/**
 * Redirects at most once per session and without a history entry, so that neither the back button nor a bookmark can loop. A choice of another
 * language wins. A page with a form, or with the answer to one, is not redirected; the next page is.
 * @returns true when it redirects.
 */
function redirectToSpanish(): boolean {
  if (isAutomated()) return false;
  const chosen = readCookie('locale');
  if ((isLocale(chosen) && chosen !== 'es') || addressLocale(location.pathname) === 'es') return false;
  if (!readOpenWords().includes('redirect-es')) return false;
  if (document.querySelector('main :is(form[data-form],[data-toast])')) return false;
  markSettled('redirect-es');
  location.replace(spanishHome);
  return true;
}

/**
 * Shows the notice. Its text comes from the page's `noscript`, so that the page contains it only once.
 * @param waits whether the links that open an account stay hidden until it is answered.
 */
async function showNotice(waits: boolean): Promise<void> {
  const source = document.querySelector('#eu-notice-source')?.textContent;
  if (!source || readCookie('accepted') === 'yes') return;
  const content = new DOMParser().parseFromString(trustedHtml(source), 'text/html').querySelector('#eu-notice > div');
  if (!content) return;
  const { dataset } = document.documentElement;
  if (waits) dataset['calls'] = 'own-initiative';
  const title = content.querySelector('h2');
  title?.remove();
  await takeTurn(async () => {
    const { close, closed } = await openModal({ title: title?.textContent ?? '', content, dismissible: false });
    const form = content.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      close();
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      writeCookie(`accepted=yes; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
      markSettled('eu-notice');
      markSettled('own-initiative');
      // Safari deletes a cookie set by a script after a week, but not one set by a server.
      fetch(form.action, { method: 'POST', body: new URLSearchParams(), keepalive: true, redirect: 'manual' }).catch(
        () => undefined,
      );
    });
    whenSeenAgain(() => {
      if (readCookie('accepted') === 'yes') close();
    });
    await closed;
    if (waits) delete dataset['calls'];
  });
}

/**
 * Applies the policy. When this returns, a notice is in the queue of modals, so that the consent bar comes after it.
 * @param words of the header `country-policy`.
 * @param checkedBefore whether an earlier page of this session received the words: only then may this page redirect.
 */
export function applyCountryPolicy(words: string, checkedBefore: boolean): void {
  if (inPreview()) return;
  if (words.includes('no-calls')) document.documentElement.dataset['calls'] = 'none';
  if (checkedBefore && redirectToSpanish()) return;
  // The next page may be swapped in, without a new document.
  document.addEventListener(swapped, redirectToSpanish);
  if (words.includes('eu-notice'))
    showNotice(words.includes('own-initiative')).catch((error: unknown) =>
      console.error('the notice could not be shown', error),
    );
}
