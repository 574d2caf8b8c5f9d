/** Joins class names and drops what a condition left out, so that no element carries `class="undefined"` or an empty attribute. */
export function cx(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
