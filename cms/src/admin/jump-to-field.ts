/**
 * Leads to a field of a form, also in a block that is closed. Strapi opens the blocks of a field that has an error and shows the message beside it, so
 * an error is set and the place of its message found.
 */

/** The error of one field in the form's own shape: lists for blocks, objects for their fields. */
export function nestError(path: readonly (string | number)[], message: string): Record<string, never> {
  const nested = path.reduceRight<unknown>((inner, part) => {
    if (!/^\d+$/.test(String(part))) return { [part]: inner };
    const list: unknown[] = [];
    list[Number(part)] = inner;
    return list;
  }, message);
  return nested as Record<string, never>;
}

const fieldMark = '#field=';

/** The end of a form's address that names one of its fields. */
export function fieldFragment(path: readonly (string | number)[]): string {
  return fieldMark + path.map(encodeURIComponent).join('.');
}

/** @param fragment of an address, with `#`. @returns null when it names no field. */
export function readFieldFragment(fragment: string): string[] | null {
  return fragment.startsWith(fieldMark) ? fragment.slice(fieldMark.length).split('.').map(decodeURIComponent) : null;
}

/** Milliseconds between two looks, and how many: a block opens within half a second. */
const [interval, most] = [100, 12];

/** Waits until a message stands beside its field, scrolls there and focuses the field. */
export async function showField(): Promise<void> {
  for (let look = 0; look < most; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    const message = document.querySelector('[data-strapi-field-error]');
    if (!message) continue;
    // The block is still opening: its fields move.
    await new Promise((resolve) => setTimeout(resolve, 3 * interval));
    message.scrollIntoView({ block: 'center' });
    const field = document.querySelector<HTMLElement>(`[aria-describedby~="${message.id}"]`);
    (field ?? message.parentElement?.querySelector<HTMLElement>('input, textarea, button, [contenteditable]'))?.focus({
      preventScroll: true,
    });
    return;
  }
}
