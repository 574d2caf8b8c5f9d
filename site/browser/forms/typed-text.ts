/**
 * Restores what a visitor typed into a swapped-in page when Back or Forward returns to it: the browser does that only for whole documents.
 * Kept in memory, per history entry, without passwords and files.
 */
import type { Field } from '../edited-field.ts';

const typed = new Map<string, string[]>();

function controls(form: HTMLFormElement): Field[] {
  // A revealed password has another type, but the same `autocomplete`.
  return [
    ...form.querySelectorAll<Field>(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [autocomplete$=password]), select, textarea',
    ),
  ];
}

/** Null without the Navigation API: then no page is swapped in. */
function historyKey(form: HTMLFormElement): string | null {
  const entry = 'navigation' in window ? navigation.currentEntry : null;
  return entry ? `${entry.key} ${[...document.forms].indexOf(form)}` : null;
}

export function keepTyped(form: HTMLFormElement): void {
  const key = historyKey(form);
  if (key)
    typed.set(
      key,
      controls(form).map(({ value }) => value),
    );
}

export function typeAgain(form: HTMLFormElement): void {
  const values = typed.get(historyKey(form) ?? '') ?? [];
  for (const [index, control] of controls(form).entries()) {
    const value = values[index];
    if (value) control.value = value;
  }
}
