/**
 * Converts the shape of Strapi 4 to the flat one of Strapi 5. Strapi 4 wraps a document, a file or a relation in `{ id, attributes }`, and
 * whatever is related in `{ data }`. The site reads both: Strapi 5 answers in the older shape when it, or a proxy in front of it, is told to.
 */
type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWrapped(value: unknown): value is Fields & { attributes: Fields } {
  return isFields(value) && isFields(value['attributes']);
}

/** Only a relation or a file looks like this; a field that happens to be called `data` has sibling fields. */
function isRelated(value: Fields): boolean {
  const { data } = value;
  return (
    Object.keys(value).join() === 'data' &&
    (data === null || isWrapped(data) || (Array.isArray(data) && data.every(isWrapped)))
  );
}

/** A row, or any part of one, in the flat shape; what is flat already stays as it is. */
export function flatShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatShape);
  if (!isFields(value)) return value;
  if (isRelated(value)) return flatShape(value['data']);
  const { attributes: wrapped, ...own } = value;
  const fields = isFields(wrapped) ? { ...own, ...wrapped } : value;
  return Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, flatShape(part)]));
}
