/** A content service that answers lists as Strapi does, with the rows that a test gives it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Row {
  id: number;
  key: string;
  locale?: string;
  updatedAt: string;
  [field: string]: unknown;
}

export interface FakeStrapi {
  url: string;
  /** The rows by endpoint; a test changes them. */
  rows: Record<string, Row[]>;
  /** A wrong answer to send; null for the right one. */
  pageCount: number | null;
  serverTime: string;
  requests: number;
  close: () => void;
}

const notFound = '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found"}}';

/** Creates a tag as a row of Strapi. */
export function tagRow(key: string, more: object = {}): Row {
  const updatedAt = '2026-11-20T10:00:00.000Z';
  return { id: 1, key, slug: key, locale: 'en', updatedAt, name: key, description: 'About it.', ...more };
}

export async function startFakeStrapi(rows: Record<string, Row[]>): Promise<FakeStrapi> {
  const server = createServer((request, response) => {
    fake.requests += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://strapi');
    const requestedKeys = [...searchParams].filter(([name]) => name.startsWith('filters[key]')).map(([, key]) => key);
    const size = Number(searchParams.get('pagination[pageSize]'));
    const page = Number(searchParams.get('pagination[page]') ?? 1);
    const all = (fake.rows[pathname] ?? []).filter(
      ({ key }) => requestedKeys.length === 0 || requestedKeys.includes(key),
    );
    if (searchParams.get('sort[0]') === 'updatedAt:desc')
      all.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
    response.setHeader('date', fake.serverTime);
    // Only single types are asked for without a size; there are none.
    response.writeHead(size === 0 ? 404 : 200, { 'content-type': 'application/json' });
    const pagination = { total: all.length, pageCount: fake.pageCount ?? Math.ceil(all.length / size) };
    response.end(
      size === 0 ? notFound : JSON.stringify({ data: all.slice((page - 1) * size, page * size), meta: { pagination } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeStrapi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rows,
    pageCount: null,
    serverTime: 'Fri, 20 Nov 2026 12:00:00 GMT',
    requests: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
