/** Loads `forms.ts` for documents and swapped-in pages that have a form; every form works without it. Submits show the full-page loader (R25). */
import { loadChunk } from '../loading/load-chunk.ts';
import { track } from '../loading/page-loader.ts';
import { swapped } from '../navigation/swapped.ts';

function setUpFormsIn(scope: ParentNode): void {
  if (!scope.querySelector('form[data-form],[data-toast]')) return;
  // A swapped-in page is younger than the document, and the server checks how long the form was open.
  const since = scope === document ? 0 : performance.now();
  loadChunk(() => import('./forms.ts'))
    .then(({ enhanceForms }) => enhanceForms(scope, since))
    .catch(console.error);
}

/** Tracks a submit until its answer replaces the document; a visitor who comes back to this one (`pageshow`) waits no longer. */
function trackAnswer(event: SubmitEvent): void {
  if (event.defaultPrevented) return;
  void track(new Promise<void>((resolve) => addEventListener('pageshow', () => resolve(), { once: true })));
}

export function setUpForms(): void {
  setUpFormsIn(document);
  // On `window`, so that it runs after the listeners of the document, which may prevent the submit.
  addEventListener('submit', trackAnswer);
  document.addEventListener(swapped, () => {
    const main = document.querySelector('main');
    if (main) setUpFormsIn(main);
  });
}
