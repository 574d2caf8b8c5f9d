/** Detects fields that differ from the server's HTML: the visitor typed or chose, or the browser restored an earlier value. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isEdited(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  if (field.value !== field.defaultValue) return true;
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
}
