/** Brings the help for forms to pages that have one, and to each page that is swapped in; every form works without it. Whatever is sent is waited for (R25). */
import { loadChunk } from '../loading/load-chunk.ts';
import { track } from '../loading/page-loader.ts';
import { swapped } from '../navigation/swap-page.ts';

function setUpFormsOf(scope: ParentNode): void {
  if (!scope.querySelector('form[data-form],[data-toast]')) return;
  // A page that was swapped in is younger than the document; the server asks how long a form was looked at.
  const since = scope === document ? 0 : performance.now();
  loadChunk(() => import('./forms.ts'))
    .then(({ helpForms }) => helpForms(scope, since))
    .catch(console.error);
}

/** The browser brings the answer as a document of its own; who comes back to this one waits no longer. */
function trackAnswer(event: SubmitEvent): void {
  if (event.defaultPrevented) return;
  void track(new Promise<void>((resolve) => addEventListener('pageshow', () => resolve(), { once: true })));
}

export function setUpForms(): void {
  setUpFormsOf(document);
  // After everything in the document that may keep a form from being sent.
  addEventListener('submit', trackAnswer);
  document.addEventListener(swapped, () => {
    const main = document.querySelector('main');
    if (main) setUpFormsOf(main);
  });
}
