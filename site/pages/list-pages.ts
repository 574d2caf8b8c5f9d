/** Which part of a long list a `?page=` asks for. */
export const itemsPerPage = 10;

export interface ListPart {
  page: number;
  pages: number;
  offset: number;
}

/** Null for a page that does not exist: `0`, words, or beyond the last. */
export function listPart(query: URLSearchParams, total: number): ListPart | null {
  const wish = query.get('page') ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(wish) ? Number(wish) : 0;
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  return page >= 1 && page <= pages ? { page, pages, offset: (page - 1) * itemsPerPage } : null;
}
