/** Clearing a form (R12): all of it goes, the message beside the button says so, and what went comes back if that was a slip. */
import { sayInPlace } from '../overlays/place-message.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The list of a field's files is emptied with the field, so what is kept is a copy. */
function contentOf(control: Control): string | FileList {
  if (control.type !== 'file') return control.value;
  const copy = new DataTransfer();
  for (const file of (control as HTMLInputElement).files ?? []) copy.items.add(file);
  return copy.files;
}

function fill(control: Control, content: string | FileList): void {
  if (typeof content === 'string') control.value = content;
  else (control as HTMLInputElement).files = content;
}

/** @param changed is called when other things than before stand in the fields. */
export function clearForm(form: HTMLFormElement, changed: () => void): void {
  const controls = [...form.querySelectorAll<Control>('input:not([type=hidden]), select, textarea')];
  const before = controls.map(contentOf);
  // Not `reset`: that brings back what the server wrote into the fields.
  for (const control of controls) control.value = '';
  changed();
  const button = form.querySelector<HTMLElement>('[data-cleared]');
  const place = form.querySelector<HTMLElement>('.said');
  if (!button || !place) return;
  const undo = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: button.dataset['undo'] ?? '',
  });
  const end = sayInPlace(place, button.dataset['cleared'] ?? '', undo);
  undo.addEventListener('click', () => {
    for (const [index, control] of controls.entries()) fill(control, before[index] ?? '');
    changed();
    end();
    button.focus();
  });
}
