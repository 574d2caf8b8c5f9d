/** The key of a stored CV: the month, and a generated name. */

/** Former releases also accepted `.doc`. */
export const cvKeyPattern = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.(?:pdf|docx?)$/;

export function buildCvKey(id: string, kind: string, now = new Date()): string {
  return `${now.toISOString().slice(0, 7)}/${id}.${kind}`;
}
