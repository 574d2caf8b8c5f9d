/** Brings the help for forms to pages that have one, and to each page that is swapped in; every form works without it. */
import { loadChunk } from './load-chunk.ts';
import { swapped } from './swap-page.ts';

function tendFormsOf(scope: ParentNode): void {
  if (!scope.querySelector('form[data-form],[data-toast]')) return;
  // A page that was swapped in is younger than the document; the server asks how long a form was looked at.
  const since = scope === document ? 0 : performance.now();
  loadChunk(() => import('./forms.ts')).then(({ helpForms }) => helpForms(scope, since)).catch(console.error);
}

export function tendForms(): void {
  tendFormsOf(document);
  document.addEventListener(swapped, () => {
    const main = document.querySelector('main');
    if (main) tendFormsOf(main);
  });
}
