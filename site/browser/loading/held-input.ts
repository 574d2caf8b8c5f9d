/** What a visitor has put into a page, for those who would take it away. */

/** The browser keeps what stands in a form for those who come back to its document; in a page that is swapped out it is lost. */
export function holdsInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main form[data-form] :is(input:not([type=hidden]),textarea)',
  );
  return [...fields].some(({ type, value, checked }) => (type === 'checkbox' || type === 'radio' ? checked : value));
}

/** A reload would lose what was typed; and an answer to a form (`main[data-answer]`) would be asked for by sending that form again. */
export function reloadLoses(): boolean {
  return (
    holdsInput() ||
    document.querySelector('main[data-answer]') !== null ||
    [...document.querySelectorAll<HTMLInputElement>('[type=search]')].some(
      ({ value, defaultValue }) => value !== defaultValue,
    )
  );
}
