/** Joins class names without empty values, so that no element has `class="undefined"` or an empty attribute. */
export function cx(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
