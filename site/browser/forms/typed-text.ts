/**
 * Restores the text that a visitor typed into a swapped-in page when Back or Forward returns to it: the browser does that only for whole documents.
 * The text is kept in memory, per history entry, without passwords and files.
 */
import type { Field } from '../edited-field.ts';

const typedValues = new Map<string, string[]>();

function findControls(form: HTMLFormElement): Field[] {
  // A revealed password has another type, but the same `autocomplete`.
  return [
    ...form.querySelectorAll<Field>(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [autocomplete$=password]), select, textarea',
    ),
  ];
}

/** Builds the key of a form in a history entry; null without the Navigation API, because then no page is swapped in. */
function buildHistoryKey(form: HTMLFormElement): string | null {
  const entry = 'navigation' in window ? navigation.currentEntry : null;
  return entry ? `${entry.key} ${[...document.forms].indexOf(form)}` : null;
}

export function storeTyped(form: HTMLFormElement): void {
  const key = buildHistoryKey(form);
  if (key)
    typedValues.set(
      key,
      findControls(form).map(({ value }) => value),
    );
}

export function restoreTyped(form: HTMLFormElement): void {
  const values = typedValues.get(buildHistoryKey(form) ?? '') ?? [];
  for (const [index, control] of findControls(form).entries()) {
    const value = values[index];
    if (value) control.value = value;
  }
}
