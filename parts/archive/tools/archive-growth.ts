/**
 * Measures the archive of 500 pages with 20 publishes a day. Some days are made whole: of each 20 publishes 15 change a text, which three pages show, four a figure of 60
 * pages, and one the menu of all. Then their rows are copied until they are five years, because five years take an hour; the copies have as many bytes and other hashes.
 */
import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ArchiveReader } from '../store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from '../store/archive-tables.ts';
import { ArchiveWriter, type NewEntry } from '../store/archive-writer.ts';
import { startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { startRandom } from '../../../tests/start-random.ts';
import { quantile } from '../../../tools/bench/statistics.ts';

const pageCount = 500;
const dayMs = 86_400_000;
const years = 5;
const questions = 200;

interface Page {
  address: string;
  html: string;
}

async function fetchPages(): Promise<Page[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-bench-'));
  await using site = await startBuiltSite({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' });
  const read = async (path: string) => (await fetch(`${site.url}${path}`)).text();
  const addresses = [...(await read('/sitemap-en.xml')).matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)];
  const pages: Page[] = [];
  for (const [, address = ''] of addresses.slice(0, pageCount))
    pages.push({ address: address || '/', html: await read(address || '/') });
  return pages;
}

/** Changes a page's own text, a figure in it, or its menu. */
function edit(html: string, place: 'text' | 'figure' | 'menu', number: number): string {
  if (place === 'menu')
    return html.replace(/<header[^]*?<\/header>/, (header) => header.replace(/>(Markets)[^<]*</, `>$1 ${number}<`));
  const part = place === 'text' ? /<\/h1>/ : /<\/section>/;
  return html.replace(part, (end) =>
    `<!-- ${place} ${number} -->${end}`.replace(/^<!-- (\w+) \d+ -->/, `<p>The $1 is now ${number}.</p>`),
  );
}

async function makeDays(
  archive: ArchiveDatabase,
  pages: Page[],
  days: number,
): Promise<{ entries: number; ms: number }> {
  const writer = new ArchiveWriter(archive);
  const random = startRandom(5);
  const originals = pages.map(({ html }) => html);
  const context = { build: 'bench', documents: [] };
  const startedAt = performance.now();
  let entries = await writer.append(
    pages.map(({ address, html }): NewEntry => ({ subject: address, at: 0, kind: 'page', text: html, context })),
  );
  for (let publish = 1; publish <= days * 20; publish += 1) {
    const kind = publish % 20 === 0 ? 'menu' : publish % 5 === 0 ? 'figure' : 'text';
    const first = random(pages.length);
    const count = { menu: pages.length, figure: 60, text: 3 }[kind];
    const changed: NewEntry[] = [];
    for (let offset = 0; offset < count; offset += 1) {
      const at = (first + offset) % pages.length;
      const page = pages[at];
      if (!page) continue;
      // From the original, so that a page does not grow with its edits.
      const base = kind === 'menu' ? page.html.replace(/>Markets \d+</, '>Markets<') : (originals[at] ?? '');
      page.html = edit(base, kind, publish);
      changed.push({
        subject: page.address,
        at: Math.round((publish / 20) * dayMs),
        kind: 'page',
        text: page.html,
        context,
      });
    }
    entries += await writer.append(changed);
  }
  return { entries, ms: performance.now() - startedAt };
}

/** Copies the rows until they are those of five years. */
async function multiply({ db }: ArchiveDatabase, days: number): Promise<void> {
  const copies = Math.ceil((years * 365) / days);
  const [entry, piece] = await Promise.all([
    db
      .selectFrom('archive_entry')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('archive_piece')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  for (let copy = 1; copy < copies; copy += 1)
    await db.transaction().execute(async (trx) => {
      await sql`insert into archive_entry select seq + ${copy * entry.n}, subject, at + ${copy * days * dayMs}, kind, hash, context, parts from archive_entry where seq < ${entry.n}`.execute(
        trx,
      );
      await sql`insert into archive_piece select id + ${copy * piece.n}, randomblob(32), dictionary, body from archive_piece where id <= ${piece.n}`.execute(
        trx,
      );
      await sql`insert into archive_tile select level, tile + ${copy * Math.ceil(entry.n / 256)}, hashes from archive_tile where level = 0 and tile < ${Math.ceil(entry.n / 256)}`.execute(
        trx,
      );
    });
}

async function measureQuestions(reader: ArchiveReader, pages: readonly Page[]): Promise<number[]> {
  const random = startRandom(11);
  const times: number[] = [];
  for (let question = 0; question < questions; question += 1) {
    const startedAt = performance.now();
    const entry = await reader.findAt(pages[random(pages.length)]?.address ?? '/', random(years * 365) * dayMs);
    if (!entry || (await reader.readText(entry)).text === null) throw new Error('The archive did not answer.');
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** @param days that are made whole. */
export async function measureArchive(days: number): Promise<Record<string, number>> {
  const pages = await fetchPages();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-bench-'));
  const archive = await openArchiveDatabase({ databaseUrl: '', dataDir: folder.path });
  try {
    const made = await makeDays(archive, pages, days);
    await multiply(archive, days);
    await sql`pragma wal_checkpoint(truncate)`.execute(archive.db);
    const { size } = await stat(join(folder.path, 'archive.sqlite'));
    const times = await measureQuestions(new ArchiveReader(archive), pages);
    return {
      pages: pages.length,
      days,
      entriesOfDays: made.entries,
      msOfEntry: Number((made.ms / made.entries).toFixed(2)),
      gigabytesOfFiveYears: Number((size / 1e9).toFixed(2)),
      questionMedianMs: Number(quantile(times, 0.5).toFixed(1)),
      questionP99Ms: Number(quantile(times, 0.99).toFixed(1)),
    };
  } finally {
    await archive.db.destroy();
  }
}

if (import.meta.main) {
  const days = process.argv.slice(2).map(Number);
  for (const number of days.length > 0 ? days : [91]) console.log(JSON.stringify(await measureArchive(number)));
}
