/**
 * Strapi 4 wraps what Strapi 5 sends flat: `{ id, attributes }` around a document, a file or a relation, `{ data }` around whatever is
 * related. Both are read, because Strapi 5 itself answers in the older shape when it, or a proxy before it, is asked to.
 */
type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWrapped(value: unknown): value is Fields & { attributes: Fields } {
  return isFields(value) && isFields(value['attributes']);
}

/** Only a relation or a file looks like this; a field that happens to be called `data` has neighbours. */
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
