/** Pages are the same bytes for everybody: that a visitor is signed in is known here, from a cookie that the server sets and removes with the session. */
import { browserText } from './browser-text.ts';
import { cookie } from './cookie.ts';

/** The links of header and menu lead to the account, and no longer invite to open one. */
export function showSignedIn(): void {
  if (!cookie('signed-in')) return;
  document.documentElement.dataset['signedIn'] = '';
  for (const link of document.querySelectorAll('[data-header] a[href$="/login"]'))
    link.textContent = browserText('account');
}
