/** The formats of computed figures, each made once for a language: making one takes longer than writing a dozen figures. */
const byTag = new Map<string, Intl.NumberFormat[]>();

/** @param tag language tag whose conventions numbers follow. @param digits decimals that a figure has, no more and no fewer. */
export function numberFormat(tag: string, digits: number): Intl.NumberFormat {
  const formats = byTag.get(tag) ?? [];
  byTag.set(tag, formats);
  return (formats[digits] ??= new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }));
}
