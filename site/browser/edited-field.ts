/** Tells a field in which somebody typed or chose, or that the browser has restored on the way back, from one that is as the server sent it. */
export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isEdited(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  if (field.value !== field.defaultValue) return true;
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
}
