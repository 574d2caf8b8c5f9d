/** Which part of a long list a `?page=` asks for. */
export const itemsPerPage = 10;

export interface ListPart {
  page: number;
  pages: number;
  offset: number;
}

/** Null for a page beyond the last; that it is a number has been seen to by the middleware `page-number`. */
export function listPart(query: URLSearchParams, total: number): ListPart | null {
  const page = Number(query.get('page') ?? '1');
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  return page >= 1 && page <= pages ? { page, pages, offset: (page - 1) * itemsPerPage } : null;
}
