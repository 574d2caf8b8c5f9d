/**
 * A fake content service: serves the demonstration's files in Strapi's wire format, and sends false answers on request. Strapi takes 10 ms for an
 * answer and 12 s for a start, too slow for a hundred thousand false answers. `tests/strapi` proves that the wire format is Strapi's.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { type StrapiType, strapiTypes } from '../../content/feed/strapi-types.ts';
import type { MediaFile } from '../../content/wire-document.ts';
import { locales } from '../../content/locales.ts';
import { projectRoot } from '../project-root.ts';
import { type ContentAnswer, corruptAnswer } from './generate/content-answers.ts';
import { type Draw, chance } from './generate/text.ts';

type Row = Record<string, unknown>;

const writtenAt = '2026-11-01T00:00:00.000Z';
/** Turns the images in a value into Strapi's format, with the address below `/uploads` at which this service serves them. */
function toStrapi(value: unknown, files: ReadonlyMap<string, MediaFile>): unknown {
  if (Array.isArray(value)) return value.map((item) => toStrapi(item, files));
  if (typeof value !== 'object' || value === null) return value;
  if ('url' in value && 'local' in value && typeof value.url === 'string') {
    const name = basename(files.get(value.url)?.file ?? value.url);
    const { local: _local, ...rest } = value as Row & { local: unknown };
    return {
      ...rest,
      id: 1,
      url: `/uploads/${name}`,
      name,
      updatedAt: writtenAt,
      mime: `image/${name.split('.').at(-1)?.replace('svg', 'svg+xml').replace('jpg', 'jpeg') ?? 'png'}`,
    };
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toStrapi(item, files)]));
}

async function readRows(): Promise<{ rows: Map<string, Row[]>; uploads: Map<string, string> }> {
  const { documents, media } = await filesFeed(join(projectRoot, 'demo')).snapshot();
  const files = new Map(media.map((file) => [file.url, file]));
  const rows = new Map<string, Row[]>(strapiTypes.map(({ type }) => [type, []]));
  for (const { type, locale, wire } of documents) {
    const strapiType = strapiTypes.find((candidate) => candidate.type === type);
    // Strapi stores a type that is not localized once.
    if (!strapiType || (!strapiType.localized && locale !== locales[0])) continue;
    const { id, updatedAt, ...fields } = wire as Row & { id: string };
    const list = rows.get(type) ?? [];
    list.push({
      id: list.length + 1,
      documentId: createHash('sha256').update(`${type} ${id}`).digest('hex').slice(0, 24),
      ...(toStrapi(fields, files) as Row),
      ...(strapiType.single ? {} : { key: id }),
      updatedAt: writtenAt,
      publishedAt: writtenAt,
      textUpdatedAt: updatedAt ?? writtenAt,
      locale,
    });
    rows.set(type, list);
  }
  return { rows, uploads: new Map(media.map(({ file }) => [`/uploads/${basename(file)}`, file])) };
}

function readValues(query: URLSearchParams, name: string): string[] {
  return [...query].filter(([key]) => key.startsWith(name)).map(([, value]) => value);
}

/** Builds Strapi's answer to a query; null for a single type that is not published. */
function answerTruly(type: StrapiType, all: Row[], query: URLSearchParams): unknown {
  const fields = readValues(query, 'fields[');
  const cut = (row: Row) =>
    fields.length === 0 ? row : Object.fromEntries(['id', 'documentId', ...fields].map((name) => [name, row[name]]));
  if (type.single) {
    const row = all.find(({ locale }) => locale === query.get('locale'));
    return row ? { data: cut(row), meta: {} } : null;
  }
  const keys = new Set(readValues(query, 'filters[key][$in]'));
  const sort = query.get('sort[0]') ?? '';
  const result = all
    .filter(({ key }) => keys.size === 0 || keys.has(String(key)))
    .toSorted((a, b) =>
      sort.startsWith('key')
        ? String(a['key']).localeCompare(String(b['key'])) || String(a['locale']).localeCompare(String(b['locale']))
        : 0,
    );
  const pageSize = Number(query.get('pagination[pageSize]') ?? 25);
  const page = Number(query.get('pagination[page]') ?? 1);
  return {
    data: result.slice((page - 1) * pageSize, page * pageSize).map(cut),
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(result.length / pageSize), total: result.length } },
  };
}

export interface ContentService extends AsyncDisposable {
  url: string;
  /** Number of false answers so far. */
  lies: () => number;
  /** Sets the percentage of false answers; null: only true answers. `lists`: whether whole lists may shrink. */
  lie: (lieSettings: { draw: Draw; percent: number; lists: boolean } | null) => void;
  /** Makes every request fail in this way (`slow`: 3 s late); null: normal answers. Closes all connections. */
  failure: (how: 'closed' | 'hung' | 'error' | 'slow' | null) => void;
}

export async function startContentService(): Promise<ContentService> {
  const { rows, uploads } = await readRows();
  let lieSettings: Parameters<ContentService['lie']>[0] = null;
  let lies = 0;
  let away: Parameters<ContentService['failure']>[0] = null;
  const timers = new Set<NodeJS.Timeout>();

  function send(response: ServerResponse, { status, headers, body, isCutOff, delayMs }: ContentAnswer): void {
    const write = () => {
      if (response.destroyed) return;
      response.writeHead(status, headers);
      if (isCutOff) response.write(body, () => response.destroy());
      else response.end(body);
    };
    if (delayMs === 0) return write();
    const timer = setTimeout(() => {
      timers.delete(timer);
      write();
    }, delayMs);
    timers.add(timer);
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (away === 'closed') return void request.socket.destroy();
    if (away === 'hung') return;
    if (away === 'error') return void response.writeHead(500).end('{"error":{"status":500}}');
    const file = uploads.get(pathname);
    if (file) return void response.end(readFileSync(file));
    const type = strapiTypes.find(({ endpoint }) => endpoint === pathname);
    const result = type
      ? answerTruly(type, rows.get(type.type) ?? [], searchParams)
      : pathname === '/api/upload/files'
        ? []
        : null;
    const validAnswer: ContentAnswer = {
      status: result === null ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      isCutOff: false,
      delayMs: away === 'slow' ? 3000 : 0,
      body: JSON.stringify(
        result ?? { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } },
      ),
    };
    if (!lieSettings?.draw(chance(lieSettings.percent))) return send(response, validAnswer);
    lies += 1;
    // Only whole lists shrink: if a single document is missing, the site must accept that it is gone.
    const isWholeList = lieSettings.lists && !type?.single && readValues(searchParams, 'filters[key]').length === 0;
    send(response, lieSettings.draw(corruptAnswer(validAnswer, isWholeList)));
  }

  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies: () => lies,
    lie(next) {
      lieSettings = next;
    },
    failure(how) {
      away = how;
      server.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
