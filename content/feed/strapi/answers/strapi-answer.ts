/**
 * The shapes in which Strapi answers. An unexpected answer is an error, never an empty list: a proxy or a login page between the site and Strapi can
 * answer too, so only Strapi's own shapes count.
 */
import { flatShape } from './flat-shape.ts';

export class StrapiError extends Error {}

export interface StrapiRow {
  [field: string]: unknown;
  updatedAt: string;
}

/** How much a list has. */
export interface ListCounts {
  /** Rows of all pages. */
  total: number;
  pageCount: number;
}

export interface StrapiPage extends ListCounts {
  rows: StrapiRow[];
}

/** Limited because something of each row stays in memory. Ten times what the largest site of this kind has. */
const mostRows = 200_000;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The count says how many pages to request: a wrong one would mean endless requests, or more rows than fit into memory. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= mostRows;
}

/** @param text of an answer. @param endpoint and @param status name it in errors. @throws StrapiError when it is no JSON of Strapi's. */
export function answerIn(text: string, endpoint: string, status = 200): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new StrapiError(`${endpoint} answered ${status} with ${text.length} characters that are not JSON`);
  }
  // The list of files is a bare array; every other answer is an object.
  if (Array.isArray(body)) body = { data: body };
  if (!isRecord(body)) throw new StrapiError(`${endpoint} did not answer with an object`);
  // Searching the text is cheaper than converting every answer: hardly any has the older shape.
  return text.includes('"attributes":') ? { ...body, data: flatShape(body['data']) } : body;
}

/** @throws StrapiError when a value is not a document. */
export function rowOf(value: unknown, endpoint: string): StrapiRow {
  if (!isRecord(value) || typeof value['updatedAt'] !== 'string')
    throw new StrapiError(`${endpoint} answered with an entry that is not a document`);
  return value as StrapiRow;
}

/** @param body as of `answerIn`. @throws StrapiError when it is not a page of a list. */
export function pageOf(body: Record<string, unknown>, endpoint: string): StrapiPage {
  const pagination = isRecord(body['meta']) && isRecord(body['meta']['pagination']) ? body['meta']['pagination'] : {};
  const { total, pageCount } = pagination;
  if (!Array.isArray(body['data']) || !isCount(total) || !isCount(pageCount))
    throw new StrapiError(`${endpoint} did not answer with a list`);
  return { rows: body['data'].map((row) => rowOf(row, endpoint)), total, pageCount };
}
