/** Brings the help for forms to pages that have one; every form works without it. */

/** Begins to care for the forms below `scope`. Call it again for each part of the page that is new. */
export function tendForms(scope: ParentNode): void {
  if (!scope.querySelector('form[data-form]')) return;
  // A page that was swapped in is younger than the document; the server asks how long a form was looked at.
  const since = scope === document ? 0 : performance.now();
  import('./forms.ts').then(({ helpForms }) => helpForms(scope, since)).catch((error: unknown) => console.error('forms', error));
}
