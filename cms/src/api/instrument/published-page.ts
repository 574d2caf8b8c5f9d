/**
 * A page of the list of published instruments, as the site asks for it. It is read from the tables directly: Strapi's services go through each field
 * of each row several times, and for the 5 000 rows of an import that takes longer than writing them.
 */
import type { Core } from '@strapi/strapi';
import { type Row, type Table, instrumentTables, selection } from './instrument-tables';
import { storedTerms } from './stored-terms';

/** More than the document service gives (config/api.ts): a row is 1 KB, and each request costs as much as a hundred rows. */
const largestPage = 250;

interface Page {
  page: number;
  pageSize: number;
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
}

/** @returns null for every other question: the document service answers it. */
function askedPage({ populate, sort, pagination, ...others }: Record<string, unknown>): Page | null {
  if (Object.keys(others).length > 0) return null;
  if (JSON.stringify([populate, sort]) !== '[{"terms":"true"},["key:asc"]]') return null;
  const { page: given, pageSize: size, ...rest } = (pagination ?? {}) as Record<string, unknown>;
  const [page, pageSize] = [wholeNumber(given), wholeNumber(size)];
  if (page === null || pageSize === null || pageSize > largestPage || Object.keys(rest).length > 0) return null;
  return { page, pageSize };
}

/** Writes times as Strapi does. */
function setTimes({ columns }: Table, rows: readonly Row[]): void {
  const times = [...columns].flatMap(([field, { isTime }]) => (isTime ? [field] : []));
  for (const row of rows)
    for (const field of times) {
      const value = row[field] as number | Date | null;
      if (value !== null) row[field] = new Date(value).toISOString();
    }
}

/** @param query of the request. @returns the answer, the same as Strapi's own; null when it is not the question of the site. */
export async function publishedPage(strapi: Core.Strapi, query: Record<string, unknown>) {
  const asked = askedPage(query);
  if (!asked) return null;
  const { page, pageSize } = asked;
  const { instruments } = instrumentTables(strapi);
  const table = () => strapi.db.getConnection(instruments.name);
  const published = () => table().whereNotNull('published_at');
  const order = ['key', 'id'];
  // Instruments have no languages, and Strapi answers none.
  const { locale: _locale, ...fields } = await selection(strapi, instruments);
  // First the ids: a database that sorts whole rows carries all of them along.
  const wanted = published()
    .select('id')
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [data, [count]] = (await Promise.all([
    table().select(fields).whereIn('id', wanted).orderBy(order),
    published().count({ total: '*' }),
  ])) as [Row[], { total: number | string }[]];
  const terms = await storedTerms(
    strapi,
    data.map(({ id }) => Number(id)),
  );
  setTimes(instruments, data);
  for (const row of data) row.terms = terms.get(row.id) ?? [];
  const total = Number(count?.total);
  return { data, meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } } };
}
