/**
 * What was typed into a page that was swapped in, for whoever goes back from it and forward again: the browser fills in again only what has a
 * document of its own. By entry of the history, in memory, and without passwords and files.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typed = new Map<string, string[]>();

function controls(form: HTMLFormElement): Control[] {
  // A password that is looked at has another type, but the same purpose.
  return [
    ...form.querySelectorAll<Control>(
      'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [autocomplete$=password]), select, textarea',
    ),
  ];
}

/** None where nothing is swapped in. */
function keyOf(form: HTMLFormElement): string | null {
  const entry = 'navigation' in window ? navigation.currentEntry : null;
  return entry ? `${entry.key} ${[...document.forms].indexOf(form)}` : null;
}

export function keepTyped(form: HTMLFormElement): void {
  const key = keyOf(form);
  if (key)
    typed.set(
      key,
      controls(form).map(({ value }) => value),
    );
}

export function typeAgain(form: HTMLFormElement): void {
  const values = typed.get(keyOf(form) ?? '') ?? [];
  for (const [index, control] of controls(form).entries()) {
    const value = values[index];
    if (value) control.value = value;
  }
}
