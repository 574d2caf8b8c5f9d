/**
 * A page of the list of published instruments, as the site asks for it. It is read from the tables directly: the document service checks each field of
 * each row against the visitor's rights, and for the 5 000 rows of an import that takes longer than writing them.
 */
import type { Core } from '@strapi/strapi';

const uid = 'api::instrument.instrument';
/** As in config/api.ts. */
const largestPage = 100;

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

/** @param query of the request. @returns the answer, the same as Strapi's own; null when it is not the question of the site. */
export async function publishedPage(strapi: Core.Strapi, query: Record<string, unknown>) {
  const asked = askedPage(query);
  if (!asked) return null;
  const { page, pageSize } = asked;
  const where = { publishedAt: { $notNull: true } };
  const [data, total] = await Promise.all([
    strapi.db.query(uid).findMany({
      where,
      orderBy: { key: 'asc' },
      offset: (page - 1) * pageSize,
      limit: pageSize,
      populate: { terms: true },
    }),
    strapi.db.query(uid).count({ where }),
  ]);
  for (const row of data as Record<string, unknown>[]) delete row['locale'];
  return { data, meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } } };
}
