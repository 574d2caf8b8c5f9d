/** Detects input of the visitor that a page swap or a reload would lose. */

/** True when a form of the page holds input. On Back, the browser restores the forms of a document, but not those of a page that was swapped out. */
export function holdsInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main form[data-form] :is(input:not([type=hidden]),textarea)',
  );
  return [...fields].some(({ type, value, checked }) => (/checkbox|radio/.test(type) ? checked : value));
}

/** True when a reload would lose input, or would submit a form again because this page is the answer to it (`main[data-answer]`). */
export function reloadLoses(): boolean {
  return (
    holdsInput() ||
    document.querySelector('main[data-answer]') !== null ||
    [...document.querySelectorAll<HTMLInputElement>('[type=search]')].some(
      ({ value, defaultValue }) => value !== defaultValue,
    )
  );
}
