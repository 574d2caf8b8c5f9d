/** Reads Strapi: everything, some documents by name, or only which versions are published. */
import { type DocumentName, uniqueNames } from '../document-address.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { DocumentType, Locale } from '../model.ts';
import { storedLocales } from '../language-neutral.ts';
import { isLocale, locales } from '../locales.ts';
import type { MediaFile, WireDocument } from '../wire-document.ts';
import type { MediaStore } from './media-store.ts';
import { type Problem, problemOfError } from '../problem.ts';
import type { StrapiRow } from './strapi-answer.ts';
import { type MediaReference, readId, findMedia, toWire } from './to-wire.ts';
import { type ReadPage, readPages } from './list-pages.ts';
import type { StrapiClient } from './strapi-client.ts';
import { type StrapiType, strapiTypes } from './strapi-types.ts';

/** A document that is published in a locale, and when its row was written: by publishing it, not by editing a draft. */
export interface PublishedVersion extends DocumentName {
  locale: Locale;
  writtenAt: string;
}

export interface Fetched {
  documents: WireDocument[];
  versions: PublishedVersion[];
  media: MediaFile[];
}

/** Rows of a page: the most that Strapi returns (cms/config/api.ts). */
const pageSize = 100;
/** Keys in one request: the query must stay below the length that servers accept. */
const keysAtOnce = 20;
/** Selects the site's languages: Strapi may have others. */
const localeFilter = `&locale=*${locales.map((locale, index) => `&filters[locale][$in][${index}]=${locale}`).join('')}`;

export class StrapiFeed {
  readonly #client: StrapiClient;
  readonly #media: MediaStore;
  readonly #status: string;
  readonly #onAlarm: OnAlarm;
  /** How many rows of a type had no key when its whole list was last read. */
  readonly #keyless = new Map<DocumentType, number>();
  /** Rows without a key that were already reported. */
  readonly #reported = new Set<string>();

  /** @param status `draft` reads the newest versions, for previews; it needs the client's token. */
  constructor(
    client: StrapiClient,
    media: MediaStore,
    status: 'published' | 'draft' = 'published',
    onAlarm: OnAlarm = () => undefined,
  ) {
    this.#client = client;
    this.#media = media;
    this.#onAlarm = onAlarm;
    this.#status = status === 'draft' ? '&status=draft' : '';
  }

  /** Returns the content service's own time at its last answer, in milliseconds since 1970; null when it is not known. */
  readonly serverTime = (): number | null => this.#client.serverTime;

  /** Aborts the other requests of `action` when one of them fails. */
  runTogether<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.#client.runTogether(action);
  }

  /**
   * Passes everything that is published to `take`, page by page. A document that is passed twice is newer the second time.
   * @param types all by default. @throws StrapiError when not everything could be read; the caller must then discard the parts.
   */
  async readEverything(
    onPart: (part: Fetched) => void | Promise<void>,
    types: readonly StrapiType[] = strapiTypes,
  ): Promise<void> {
    await this.runTogether(() =>
      Promise.all(
        types.map(async (type) => {
          if (type.single) return onPart(await this.#convert(type, await this.#singleRows(type, type.query)));
          return readPages(
            type,
            this.#readPage(type, `${type.query}&${buildSortQuery(type)}`, async (rows) =>
              onPart(await this.#convert(type, rows)),
            ),
          );
        }),
      ),
    );
  }

  /** Reads the named documents as they are published now; a document that is missing in the result is not published. @throws StrapiError */
  async readDocuments(names: readonly DocumentName[]): Promise<Fetched> {
    const byType = Map.groupBy(uniqueNames(names), ({ type }) => type);
    return this.runTogether(async () =>
      mergeFetched(await Promise.all([...byType].flatMap(([type, named]) => this.#fetchParts(type, named)))),
    );
  }

  /** Converts a row that nobody has saved, as `readDocuments` does with stored ones. */
  convertRow(type: StrapiType, row: StrapiRow): Promise<Fetched> {
    return this.#convert(type, [row]);
  }

  #fetchParts(name: DocumentType, named: readonly DocumentName[]): Promise<Fetched>[] {
    const type = strapiTypes.find((known) => known.type === name);
    if (!type) return [];
    if (type.single) return [this.#singleRows(type, type.query).then((rows) => this.#convert(type, rows))];
    return Array.from({ length: Math.ceil(named.length / keysAtOnce) }, async (_, index) => {
      const part = named.slice(index * keysAtOnce, (index + 1) * keysAtOnce);
      const filter = part.map(({ id }, place) => `filters[key][$in][${place}]=${encodeURIComponent(id)}`).join('&');
      return this.#convert(type, await this.#allRows(type, `${type.query}&${filter}`));
    });
  }

  /** Reads the published versions of a type, newest first, up to the page in which `isNew` finds nothing new. `total` counts all rows that have a key. */
  async readNewest(
    type: StrapiType,
    isNew: (version: PublishedVersion) => boolean,
  ): Promise<{ versions: PublishedVersion[]; total: number }> {
    const fields = 'fields[0]=updatedAt&fields[1]=key&sort[0]=updatedAt:desc';
    if (type.single) {
      const rows = await this.#singleRows(type, 'fields[0]=updatedAt');
      return { versions: this.#versions(type, rows), total: rows.length };
    }
    const readVersions: PublishedVersion[] = [];
    for (let page = 1; ; page += 1) {
      const query = this.#pageQuery(type, `${fields}${type.localized ? '&fields[2]=locale' : ''}`, page);
      const answer = await this.#client.fetchList(type.endpoint, query);
      const found = this.#versions(type, answer.rows);
      readVersions.push(...found);
      if (page >= answer.pageCount || found.length === 0 || !found.some(isNew))
        return { versions: readVersions, total: answer.total - (this.#keyless.get(type.type) ?? 0) };
    }
  }

  /** Reads all published versions of a type, without their text. */
  async versions(type: StrapiType): Promise<PublishedVersion[]> {
    if (type.single) return this.#versions(type, await this.#singleRows(type, 'fields[0]=updatedAt'));
    const fields = `fields[0]=updatedAt&fields[1]=key${type.localized ? '&fields[2]=locale' : ''}&${buildSortQuery(type)}`;
    const rows = await this.#allRows(type, fields);
    this.#keyless.set(type.type, rows.filter((row) => readId(type, row) === null).length);
    return this.#versions(type, rows);
  }

  /** Counts the rows of a type with one small request. */
  async countRows(type: StrapiType): Promise<number> {
    return (
      await this.#client.fetchList(
        type.endpoint,
        `fields[0]=updatedAt&pagination[pageSize]=1${type.localized ? localeFilter : ''}${this.#status}`,
      )
    ).total;
  }

  /** Reads the addresses of the 50 newest files of the media library; null without a token. */
  async readNewestMedia(): Promise<{ url: string; updatedAt: string }[] | null> {
    if (!this.#client.hasToken) return null;
    const files = await this.#client.fetchMedia(
      'fields[0]=url&fields[1]=updatedAt&sort[0]=updatedAt:desc&pagination[pageSize]=50',
    );
    return files.map((file) => ({ url: String(file['url']), updatedAt: file.updatedAt }));
  }

  #pageQuery(type: StrapiType, query: string, page: number): string {
    const locale = type.localized ? localeFilter : '';
    return `${query}${locale}&pagination[pageSize]=${pageSize}&pagination[page]=${page}${this.#status}`;
  }

  #readPage(type: StrapiType, query: string, onPart: (rows: StrapiRow[]) => Promise<void>): ReadPage {
    return async (page) => {
      const { rows, ...counts } = await this.#client.fetchList(type.endpoint, this.#pageQuery(type, query, page));
      await onPart(rows);
      return { ...counts, listed: rows.length };
    };
  }

  async #allRows(type: StrapiType, query: string): Promise<StrapiRow[]> {
    const all: StrapiRow[] = [];
    await readPages(
      type,
      this.#readPage(type, query, async (rows) => void all.push(...rows)),
    );
    return all;
  }

  /** Sends one request per locale, because `locale=*` is a 404 on single types. */
  async #singleRows(type: StrapiType, query: string): Promise<StrapiRow[]> {
    const rows = await Promise.all(
      locales.map(async (locale) => {
        const row = await this.#client.fetchSingle(type.endpoint, `${query}${this.#status}`, locale);
        return row && { ...row, locale };
      }),
    );
    return rows.filter((row) => row !== null);
  }

  #versions(type: StrapiType, rows: StrapiRow[]): PublishedVersion[] {
    return rows.flatMap((row) => {
      const id = readId(type, row);
      if (id === null) {
        this.#reportKeyless(type, row);
        return [];
      }
      return findRowLocales(type, row).map((locale) => ({ type: type.type, id, locale, writtenAt: row.updatedAt }));
    });
  }

  /** Reports and skips a published row without a key. A draft without a key is not a fault: it gets one with its title. */
  #reportKeyless(type: StrapiType, row: StrapiRow): void {
    const locale = isLocale(row['locale']) ? row['locale'] : '';
    const source = describeSource(this.#client.url, type, row);
    const said = `${source} ${locale} ${row.updatedAt}`;
    if (this.#status || this.#reported.has(said)) return;
    this.#reported.add(said);
    const message = `${source} has no key, so the site cannot tell it from others and leaves it out; it gets one when it is published again`;
    this.#onAlarm({ kind: 'invalid', subject: `${type.type}/(without a key)${locale && `.${locale}`}`, message });
  }

  async #convert(type: StrapiType, rows: StrapiRow[]): Promise<Fetched> {
    const versions = this.#versions(type, rows);
    const unread = new Map<StrapiRow, Problem[]>();
    const attempt = <Value>(row: StrapiRow, read: () => Value, otherwise: Value): Value => {
      try {
        return read();
      } catch (error) {
        unread.set(row, [problemOfError(error)]);
        return otherwise;
      }
    };
    const references = rows.flatMap((row) => attempt(row, () => findMedia(row), []));
    const files = new Map<string, MediaFile>();
    await Promise.all(
      references.map(async (reference) => {
        const file = await this.#media.resolve(reference);
        if (file) files.set(buildReferenceKey(reference), file);
      }),
    );
    const local = (reference: MediaReference) => files.get(buildReferenceKey(reference))?.url ?? null;
    const documents = rows
      .filter((row) => readId(type, row) !== null)
      .flatMap((row) => {
        const wire = attempt(row, () => toWire(type, row, local), { id: readId(type, row) });
        const from = { wire, source: describeSource(this.#client.url, type, row), problems: unread.get(row) ?? [] };
        return findRowLocales(type, row).map((locale): WireDocument => ({ type: type.type, locale, ...from }));
      });
    return { documents, versions, media: [...files.values()] };
  }
}

/** Joins results; each file counts once. */
export function mergeFetched(parts: readonly Fetched[]): Fetched {
  return {
    documents: parts.flatMap((part) => part.documents),
    versions: parts.flatMap((part) => part.versions),
    media: [...new Map(parts.flatMap((part) => part.media).map((file) => [file.url, file])).values()],
  };
}

/** Finds the site's languages of a row: its own language, or all languages of a type that is not localised. */
function findRowLocales(type: StrapiType, row: StrapiRow): readonly Locale[] {
  if (!type.localized) return storedLocales(type.type);
  return isLocale(row['locale']) ? [row['locale']] : [];
}

function describeSource(origin: string, { endpoint }: StrapiType, row: StrapiRow): string {
  const id = row['documentId'] ?? row['id'];
  return `${origin}${endpoint}/${typeof id === 'string' || typeof id === 'number' ? id : '?'}`;
}

/** Builds a sort order without ties: equal rows could swap places between the requests for two pages. */
function buildSortQuery({ localized }: StrapiType): string {
  return `sort[0]=key:asc${localized ? '&sort[1]=locale:asc' : ''}`;
}

function buildReferenceKey({ url, updatedAt }: MediaReference): string {
  return `${url} ${updatedAt}`;
}
