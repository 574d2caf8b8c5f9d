/**
 * The shapes in which Strapi answers. An unexpected answer is an error, never an empty list: a proxy or a login page between the site and Strapi can
 * answer too, so only Strapi's own shapes count.
 */
export class StrapiError extends Error {}

export interface StrapiRow {
  [field: string]: unknown;
  updatedAt: string;
}

/** Size of a list. */
export interface ListCounts {
  /** Rows of all pages. */
  total: number;
  pageCount: number;
}

export interface StrapiPage extends ListCounts {
  rows: StrapiRow[];
}

/** A limit, because part of each row stays in memory. The largest site of this kind has a tenth. */
const maxRows = 200_000;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A wrong count would cause endless requests, or more rows than fit into memory. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxRows;
}

/** Parses the text of an answer. `endpoint` and `status` appear in errors. @throws StrapiError when the text is not JSON from Strapi. */
export function parseAnswer(text: string, endpoint: string, status = 200): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new StrapiError(`${endpoint} answered ${status} with ${text.length} characters that are not JSON`);
  }
  // The list of files is a bare array; every other answer is an object.
  if (Array.isArray(body)) body = { data: body };
  if (!isRecord(body)) throw new StrapiError(`${endpoint} did not answer with an object`);
  // A search of the text is cheaper than a conversion of every answer: hardly any answer has the older shape.
  return text.includes('"attributes":') ? { ...body, data: flatten(body['data']) } : body;
}

/** Checks that a value is a document. @throws StrapiError when it is not. */
export function toRow(value: unknown, endpoint: string): StrapiRow {
  if (!isRecord(value) || typeof value['updatedAt'] !== 'string')
    throw new StrapiError(`${endpoint} answered with an entry that is not a document`);
  return value as StrapiRow;
}

/** Checks that an answer of `parseAnswer` is a page of a list. @throws StrapiError when it is not. */
export function toPage(body: Record<string, unknown>, endpoint: string): StrapiPage {
  const pagination = isRecord(body['meta']) && isRecord(body['meta']['pagination']) ? body['meta']['pagination'] : {};
  const { total, pageCount } = pagination;
  if (!Array.isArray(body['data']) || !isCount(total) || !isCount(pageCount))
    throw new StrapiError(`${endpoint} did not answer with a list`);
  return { rows: body['data'].map((row) => toRow(row, endpoint)), total, pageCount };
}

function isWrapped(value: unknown): value is Record<string, unknown> & { attributes: Record<string, unknown> } {
  return isRecord(value) && isRecord(value['attributes']);
}

/** Only a relation or a file looks like this; a field that happens to be called `data` has sibling fields. */
function isRelated(value: Record<string, unknown>): boolean {
  const { data } = value;
  return (
    Object.keys(value).join() === 'data' &&
    (data === null || isWrapped(data) || (Array.isArray(data) && data.every(isWrapped)))
  );
}

/**
 * Converts the shape of Strapi 4, which wraps a document, a file or a relation in `{ id, attributes }`, and related documents in `{ data }`.
 * Strapi 5 can be configured to answer so too. Has no effect on the flat shape of Strapi 5.
 */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten);
  if (!isRecord(value)) return value;
  if (isRelated(value)) return flatten(value['data']);
  const { attributes: wrapped, ...own } = value;
  const fields = isRecord(wrapped) ? { ...own, ...wrapped } : value;
  return Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, flatten(part)]));
}
