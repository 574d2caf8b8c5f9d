/** Clears a form (R12): empties every field, confirms that in a message next to the button, and offers to undo it. */
import type { Field } from '../edited-field.ts';
import { showInPlace } from '../overlays/place-message.ts';

/** Copies the content of a field: clearing a file field empties its `FileList`. */
function copyContent(control: Field): string | FileList {
  if (control.type !== 'file') return control.value;
  const copy = new DataTransfer();
  for (const file of (control as HTMLInputElement).files ?? []) copy.items.add(file);
  return copy.files;
}

function restoreContent(control: Field, content: string | FileList): void {
  if (typeof content === 'string') control.value = content;
  else (control as HTMLInputElement).files = content;
}

/** Clears a form. @param onChange is called after the values of the fields have changed. */
export function clearForm(form: HTMLFormElement, onChange: () => void): void {
  const controls = [...form.querySelectorAll<Field>('input:not([type=hidden]), select, textarea')];
  const before = controls.map(copyContent);
  // Not `reset`, which restores the values that the server rendered.
  for (const control of controls) control.value = '';
  onChange();
  const button = form.querySelector<HTMLElement>('[data-cleared]');
  const place = form.querySelector<HTMLElement>('.said');
  if (!button || !place) return;
  const undo = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: button.dataset['undo'] ?? '',
  });
  const end = showInPlace(place, button.dataset['cleared'] ?? '', undo);
  undo.addEventListener('click', () => {
    for (const [index, control] of controls.entries()) restoreContent(control, before[index] ?? '');
    onChange();
    end();
    button.focus();
  });
}
