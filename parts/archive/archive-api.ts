/**
 * `/api/archive`: what Strapi's panel asks the archive (docs/compliance.md). Needs the shared secret, an export a signed link.
 *
 * - `/addresses?part=forex`: addresses that contain it
 * - `/changes?address=/es/forex`: the newest versions of an address, newest first; and for how long others wait for the archive
 * - `/moment?address=/es/forex&at=2026-11-03T10:00Z`: what it was then, and what that was made from
 * - `/text?entry=N`: the page, or the target of a redirect
 * - `/extent?address=/es/*&from=…&until=…`: how many versions of pages an export would have
 * - `/log`: see `log-api.ts`
 * - `/export?address=…&from=…&until=…&expires=…&signature=…`: the ZIP
 */
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import type { Config } from '../../server/config.ts';
import { noStore } from '../../server/http/refusals.ts';
import type { Logger } from '../../server/log.ts';
import { findArchivedAddress, readAddressRange } from './archived-address.ts';
import { type ExportRequest, ExportTooLarge, countPages, exportArchive } from './export/archive-export.ts';
import { writeZip } from './export/zip-writer.ts';
import { isExportLink } from './export-link.ts';
import { createLogApi } from './log-api.ts';
import type { SiteArchive } from './site-archive.ts';
import { ArchiveDamaged, type ArchiveReader, type DatedEntry } from './store/archive-reader.ts';

const addressesAtOnce = 50;
const changesAtOnce = 500;
/** Each holds its proof and its index in memory (`mostVersions`). */
const exportsAtOnce = 2;

interface Options {
  /** Null when this site keeps none. */
  archive: Pick<SiteArchive, 'reader' | 'lateSeconds'> | null;
  config: Pick<Config, 'siteUrl'>;
  secret: string;
  log: Logger;
}

const refusals = {
  unread: 'The archive cannot be read now.',
  none: 'This site keeps no archive: ARCHIVE is off.',
  address: 'This is no address of a page.',
  moment: 'This is no moment.',
  link: 'This link is not valid, or it has expired. Ask for it again.',
  busy: 'Other exports are being made. Please wait a minute.',
};

function refuse(context: Context, why: string, status: 400 | 403 | 404 | 413 | 503): Response {
  return context.text(why, status, noStore);
}

function show({ seq, subject, at, until, kind, hash }: DatedEntry) {
  return {
    entry: seq,
    address: subject,
    from: new Date(at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
    kind,
    sha256: hash.toString('hex'),
  };
}

/** @returns null when nothing is known of the address until then. */
async function readMoment(reader: ArchiveReader, address: string, at: number) {
  const entry = await reader.findAt(address, at);
  if (!entry) return null;
  const { text, context } = await reader.readText(entry);
  const documents = [];
  for (const document of context?.documents ?? []) {
    const version = await reader.findAt(document, entry.at);
    documents.push({ document, version: version && (await reader.readText(version)).text });
  }
  return {
    ...show(entry),
    kept: text !== null,
    to: entry.kind === 'redirect' ? text : null,
    build: context?.build ?? null,
    documents,
  };
}

function parseMoment(text: string | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

function readRequest(query: Record<string, string>): ExportRequest | string {
  const range = readAddressRange(query['address'] ?? '');
  const [from, until] = [parseMoment(query['from']), parseMoment(query['until'])];
  if (!range) return refusals.address;
  return from === null || until === null ? refusals.moment : { ...range, from, until };
}

/** A name for the file: `archive-es-forex-2026-11-03.zip`. */
function nameFile({ address, from }: ExportRequest): string {
  const words = address.replace(/[^a-z\d]+/gi, '-').replace(/^-|-$/g, '');
  return `archive-${words || 'home'}-${new Date(from).toISOString().slice(0, 10)}.zip`;
}

export function createArchiveApi({ archive, config, secret, log }: Options): Hono {
  const api = new Hono();
  let exporting = 0;
  api.use(async (context, next) => {
    const allowed = context.req.path.endsWith('/export')
      ? isExportLink(new URL(context.req.url).searchParams, secret, Date.now() / 1000)
      : matchesSecret(context.req.header('x-webhook-secret'), secret);
    return allowed ? next() : refuse(context, refusals.link, 403);
  });
  api.onError((error, context) => {
    if (error instanceof ExportTooLarge) return refuse(context, error.message, 413);
    log.error({ err: error }, 'the archive cannot be read');
    return refuse(context, error instanceof ArchiveDamaged ? error.message : refusals.unread, 503);
  });
  if (!archive) return api.all('*', (context) => refuse(context, refusals.none, 404));

  api.get('/addresses', async (context) => {
    const reader = await archive.reader();
    const addresses = await reader.findAddresses(context.req.query('part') ?? '', addressesAtOnce);
    return context.json({ addresses }, 200, noStore);
  });
  api.get('/changes', async (context) => {
    const address = findArchivedAddress(context.req.query('address') ?? '');
    if (address === null) return refuse(context, refusals.address, 400);
    const entries = await (await archive.reader()).listChanges(address, changesAtOnce);
    const late = archive.lateSeconds();
    return context.json({ address, late, changes: entries.toReversed().map(show) }, 200, noStore);
  });
  api.get('/moment', async (context) => {
    const address = findArchivedAddress(context.req.query('address') ?? '');
    const at = parseMoment(context.req.query('at'));
    if (address === null) return refuse(context, refusals.address, 400);
    if (at === null) return refuse(context, refusals.moment, 400);
    return context.json({ address, stood: await readMoment(await archive.reader(), address, at) }, 200, noStore);
  });
  api.get('/text', async (context) => {
    const number = context.req.query('entry') ?? '';
    const reader = await archive.reader();
    const [entry] = /^\d{1,15}$/.test(number) ? await reader.readLog(Number(number), 1) : [];
    if (!entry?.subject.startsWith('/')) return refuse(context, refusals.address, 400);
    return context.json({ kind: entry.kind, text: (await reader.readText(entry)).text }, 200, noStore);
  });
  api.route('/log', createLogApi(archive));
  api.get('/extent', async (context) => {
    const request = readRequest(context.req.query());
    if (typeof request === 'string') return refuse(context, request, 400);
    return context.json({ pages: await countPages(await archive.reader(), request) }, 200, noStore);
  });
  api.get('/export', async (context) => {
    const request = readRequest(context.req.query());
    if (typeof request === 'string') return refuse(context, request, 400);
    const reader = await archive.reader();
    await countPages(reader, request);
    if (exporting >= exportsAtOnce) return refuse(context, refusals.busy, 503);
    const headers = {
      ...noStore,
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${nameFile(request)}"`,
    };
    // Nobody would read it, so it would never close.
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    exporting += 1;
    const zip = Readable.from(writeZip(exportArchive(reader, request, config.siteUrl)));
    // Also when the browser goes away.
    zip.once('close', () => (exporting -= 1));
    zip.on('error', (error) => log.error({ err: error }, 'an export failed'));
    return context.body(Readable.toWeb(zip) as ReadableStream, 200, headers);
  });
  return api;
}
