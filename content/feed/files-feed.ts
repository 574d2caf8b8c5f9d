/** The default feed: YAML documents, instruments and media from a folder such as `demo/` (its README describes the format). */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import type { DocumentType, Locale } from '../model.ts';
import { type Problem, problemOfError } from '../problem.ts';
import { defaultLocale, isLocale, locales } from '../locales.ts';
import type { Feed, MediaFile, Snapshot, UnreadList, WireDocument } from '../wire-document.ts';
import { formatFault, findTableFaults } from './instrument-check.ts';
import { dailyBarFile, readDailyBars } from './daily-bar-file.ts';
import { instrumentFile, readInstruments } from './instrument-file.ts';
import { type LocalImage, filesAtOnce, readMediaFolder } from './media-folder.ts';

/** Maps the name of a folder or file in `demo/` to its document type. */
export const collections: Record<string, DocumentType> = {
  pages: 'page',
  'news-articles': 'news-article',
  'education-articles': 'education-article',
  tags: 'tag',
  'news-categories': 'news-category',
  'education-categories': 'education-category',
  authors: 'author',
  jobs: 'job',
  'glossary-terms': 'glossary-term',
  'faq-groups': 'faq-group',
  faqs: 'faq',
  'account-types': 'account-type',
  'legal-documents': 'legal-document',
  redirects: 'redirect',
  'trading-calendars': 'trading-calendar',
  'instrument-guides': 'instrument-guide',
  'header-nav-items': 'header-nav-item',
  'footer-links': 'footer-links',
  header: 'header',
  footer: 'footer',
  'common-datum': 'common-datum',
  'default-seo': 'default-seo',
  'interface-word-set': 'interface-word-set',
};

interface SourceFile {
  path: string;
  type: DocumentType;
  /** Null for a file that applies to every locale. */
  locale: Locale | null;
  /** The id in the file name, for a file with one document. */
  id: string | null;
}

const fileName = /^(?<id>[a-z0-9-]+?)(?:\.(?<locale>[a-z]{2,3}))?\.yaml$/;

async function findSourceFiles(folder: string): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((item) =>
    item.isFile(),
  )) {
    const groups = fileName.exec(entry.name)?.groups;
    if (!groups) continue;
    const collection = entry.parentPath === folder ? null : entry.parentPath.slice(folder.length + 1);
    const type = collections[collection ?? groups['id'] ?? ''];
    if (!type) continue;
    const locale = isLocale(groups['locale']) ? groups['locale'] : null;
    // The site does not have this language.
    if (groups['locale'] && !locale) continue;
    found.push({
      path: join(entry.parentPath, entry.name),
      type,
      locale,
      id: collection ? (groups['id'] ?? null) : null,
    });
  }
  return found.sort((a, b) => a.path.localeCompare(b.path));
}

/** Replaces `{ file, alt }` by the media objects of the wire shape; a missing file becomes null and a problem. */
function resolveMedia(value: unknown, images: Map<string, LocalImage>, path: string, problems: Problem[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => resolveMedia(item, images, `${path}.${index}`, problems));
  if (typeof value !== 'object' || value === null) return value;
  if ('file' in value && typeof value.file === 'string') {
    const image = images.get(value.file);
    if (!image) {
      problems.push({
        kind: 'missing-image',
        path: path.replace(/^\./, ''),
        message: `there is no file media/${value.file}`,
      });
      return null;
    }
    const alt = 'alt' in value && typeof value.alt === 'string' ? value.alt : '';
    return { url: image.url, local: image.url, alternativeText: alt, width: image.width, height: image.height };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveMedia(item, images, `${path}.${key}`, problems)]),
  );
}

function mediaResolved(entry: unknown, images: Map<string, LocalImage>, problems: Problem[]): unknown {
  try {
    return resolveMedia(entry, images, '', problems);
  } catch (error) {
    problems.push(problemOfError(error));
    return {};
  }
}

/** Lists the locales of a file: all of them when its name has none. */
const findLocales = ({ locale }: SourceFile): readonly Locale[] => (locale ? [locale] : locales);
async function readDocuments(
  file: SourceFile,
  images: Map<string, LocalImage>,
  root: string,
): Promise<(WireDocument | UnreadList)[]> {
  const source = file.path.slice(root.length + 1);
  let content: unknown;
  try {
    content = load(await readFile(file.path, 'utf8'));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return findLocales(file).map((locale) => ({
      type: file.type,
      locale,
      source,
      ...(file.id ? { wire: { id: file.id }, problems: [{ kind: 'invalid', path: '', message }] } : { message }),
    }));
  }
  const entries = Array.isArray(content) ? content : [content];
  return entries.flatMap((entry, index) => {
    const problems: Problem[] = [];
    const wire = mediaResolved(entry, images, problems);
    const withId = file.id && typeof wire === 'object' && wire !== null ? { id: file.id, ...wire } : wire;
    return findLocales(file).map((locale) => ({
      type: file.type,
      locale,
      wire: withId,
      source: Array.isArray(content) ? `${source}#${index + 1}` : source,
      problems,
    }));
  });
}

interface TableRow {
  /** Number of the row in a spreadsheet. */
  row: number;
  wire: unknown;
}

/** Reads every row of a table in the folder; empty when there is no such file. @param parseRows returns a sentence when the text is not such a table. */
async function readTable(
  folder: string,
  { type, file, parseRows }: { type: DocumentType; file: string; parseRows: (text: string) => TableRow[] | string },
): Promise<(WireDocument | UnreadList)[]> {
  const reportUnread = (message: string) => [{ type, locale: defaultLocale, source: file, message }];
  try {
    const rows = parseRows(await readFile(join(folder, file), 'utf8'));
    if (typeof rows === 'string') return reportUnread(rows);
    return rows.map(({ row, wire }) => ({ type, locale: defaultLocale, wire, source: `${file}#${row}` }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return reportUnread(error instanceof Error ? error.message : String(error));
  }
}

function parseInstrumentRows(text: string): TableRow[] | string {
  const table = readInstruments(text);
  const [fault] = findTableFaults(table);
  return fault ? formatFault(fault) : table.rows;
}

/** Creates a feed of the files below `folder`. */
export function filesFeed(folder: string): Feed {
  return {
    name: 'files',
    async snapshot(): Promise<Snapshot> {
      const images = await readMediaFolder(join(folder, 'media'));
      const files = await findSourceFiles(folder);
      const gate = new ConcurrencyGate(filesAtOnce);
      const read = [
        ...(await Promise.all(files.map((file) => gate.run(() => readDocuments(file, images, folder))))).flat(),
        ...(await readTable(folder, { type: 'instrument', file: instrumentFile, parseRows: parseInstrumentRows })),
        ...(await readTable(folder, { type: 'price-history', file: dailyBarFile, parseRows: readDailyBars })),
      ];
      const media: MediaFile[] = [...images.values()].map(({ url, file, contentType }) => ({ url, file, contentType }));
      return {
        documents: read.filter((one) => 'wire' in one),
        media,
        unread: read.filter((one) => 'message' in one),
      };
    },
  };
}
