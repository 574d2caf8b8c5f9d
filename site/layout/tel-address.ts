/** @returns the address of a phone number as people write it, `+27 (0)10 446 5822 (office)`; null for a text that is not a number. */
export function telAddress(phone: string): string | null {
  const number =
    phone
      .replaceAll('(0)', '')
      .match(/\+?\d[\d\s()./\u2010-\u2013-]*/)?.[0]
      .replace(/[^\d+]/g, '') ?? '';
  return number.length > 4 ? `tel:${number}` : null;
}
