/** Reads Strapi: everything, some documents by name, or only which versions are published. */
import { type DocumentName, uniqueNames } from '../document-address.ts';
import type { OnAlarm } from '../alarm.ts';
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

/** Rows that are asked for at a time, the most that Strapi gives (cms/config/api.ts). */
const pageSize = 100;
/** Keys in one request: the query must stay below the length that servers accept. */
const keysAtOnce = 20;
/** Strapi may have languages that the site does not have. */
const ourLocales = `&locale=*${locales.map((locale, index) => `&filters[locale][$in][${index}]=${locale}`).join('')}`;

export class StrapiFeed {
  readonly #client: StrapiClient;
  readonly #media: MediaStore;
  readonly #status: string;
  readonly #onAlarm: OnAlarm;
  /** How many rows of a type had no key when its whole list was last read. */
  readonly #keyless = new Map<DocumentType, number>();
  /** Rows without a key that were already reported. */
  readonly #said = new Set<string>();

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

  /** The content service's own time at its last answer, in milliseconds since 1970; null when it is not known. */
  readonly serverTime = (): number | null => this.#client.serverTime;

  /** Aborts the other requests of `action` when one of them fails. */
  together<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.#client.together(action);
  }

  /**
   * Passes everything that is published to `take`, page by page. A document that is passed twice is newer the second time.
   * @param types by default all. @throws StrapiError when not everything could be read; the caller must then discard what it got.
   */
  async everything(
    take: (part: Fetched) => void | Promise<void>,
    types: readonly StrapiType[] = strapiTypes,
  ): Promise<void> {
    await this.together(() =>
      Promise.all(
        types.map(async (type) => {
          if (type.single) return take(await this.#convert(type, await this.#singleRows(type, type.query)));
          return readPages(
            type,
            this.#readPage(type, `${type.query}&${inOrder(type)}`, async (rows) =>
              take(await this.#convert(type, rows)),
            ),
          );
        }),
      ),
    );
  }

  /** Reads the named documents as they are published now; a document that is missing in the result is not published. @throws StrapiError */
  async documents(names: readonly DocumentName[]): Promise<Fetched> {
    const byType = Map.groupBy(uniqueNames(names), ({ type }) => type);
    return this.together(async () =>
      mergeFetched(await Promise.all([...byType].flatMap(([type, named]) => this.#fetchParts(type, named)))),
    );
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

  /** The published versions of a type, newest first, up to the page in which `isNew` finds nothing new. `total` counts all rows that have a key. */
  async newest(
    type: StrapiType,
    isNew: (version: PublishedVersion) => boolean,
  ): Promise<{ versions: PublishedVersion[]; total: number }> {
    const fields = 'fields[0]=updatedAt&fields[1]=key&sort[0]=updatedAt:desc';
    if (type.single) {
      const rows = await this.#singleRows(type, 'fields[0]=updatedAt');
      return { versions: this.#versions(type, rows), total: rows.length };
    }
    const versions: PublishedVersion[] = [];
    for (let page = 1; ; page += 1) {
      const query = this.#pageQuery(type, `${fields}${type.localized ? '&fields[2]=locale' : ''}`, page);
      const answer = await this.#client.list(type.endpoint, query);
      const found = this.#versions(type, answer.rows);
      versions.push(...found);
      if (page >= answer.pageCount || found.length === 0 || !found.some(isNew))
        return { versions, total: answer.total - (this.#keyless.get(type.type) ?? 0) };
    }
  }

  /** All published versions of a type, without their text. */
  async versions(type: StrapiType): Promise<PublishedVersion[]> {
    if (type.single) return this.#versions(type, await this.#singleRows(type, 'fields[0]=updatedAt'));
    const fields = `fields[0]=updatedAt&fields[1]=key${type.localized ? '&fields[2]=locale' : ''}&${inOrder(type)}`;
    const rows = await this.#allRows(type, fields);
    this.#keyless.set(type.type, rows.filter((row) => readId(type, row) === null).length);
    return this.#versions(type, rows);
  }

  /** Counts the rows of a type with one small request. */
  async total(type: StrapiType): Promise<number> {
    return (
      await this.#client.list(
        type.endpoint,
        `fields[0]=updatedAt&pagination[pageSize]=1${type.localized ? ourLocales : ''}${this.#status}`,
      )
    ).total;
  }

  /** The addresses of the 50 newest files of the media library; null without a token. */
  async newestMedia(): Promise<{ url: string; updatedAt: string }[] | null> {
    if (!this.#client.hasToken) return null;
    const files = await this.#client.media(
      'fields[0]=url&fields[1]=updatedAt&sort[0]=updatedAt:desc&pagination[pageSize]=50',
    );
    return files.map((file) => ({ url: String(file['url']), updatedAt: file.updatedAt }));
  }

  #pageQuery(type: StrapiType, query: string, page: number): string {
    const locale = type.localized ? ourLocales : '';
    return `${query}${locale}&pagination[pageSize]=${pageSize}&pagination[page]=${page}${this.#status}`;
  }

  #readPage(type: StrapiType, query: string, take: (rows: StrapiRow[]) => Promise<void>): ReadPage {
    return async (page) => {
      const { rows, ...counts } = await this.#client.list(type.endpoint, this.#pageQuery(type, query, page));
      await take(rows);
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

  /** One request per locale, because `locale=*` is a 404 on single types. */
  async #singleRows(type: StrapiType, query: string): Promise<StrapiRow[]> {
    const rows = await Promise.all(
      locales.map(async (locale) => {
        const row = await this.#client.single(type.endpoint, `${query}${this.#status}`, locale);
        return row && { ...row, locale };
      }),
    );
    return rows.filter((row) => row !== null);
  }

  #versions(type: StrapiType, rows: StrapiRow[]): PublishedVersion[] {
    return rows.flatMap((row) => {
      const id = readId(type, row);
      if (id === null) {
        this.#leaveOut(type, row);
        return [];
      }
      return rowLocales(type, row).map((locale) => ({ type: type.type, id, locale, writtenAt: row.updatedAt }));
    });
  }

  /** Reports and skips a published row without a key. A draft without a key is not a fault: it gets one with its title. */
  #leaveOut(type: StrapiType, row: StrapiRow): void {
    const locale = isLocale(row['locale']) ? row['locale'] : '';
    const source = rowSource(this.#client.url, type, row);
    const said = `${source} ${locale} ${row.updatedAt}`;
    if (this.#status || this.#said.has(said)) return;
    this.#said.add(said);
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
        if (file) files.set(referenceKey(reference), file);
      }),
    );
    const local = (reference: MediaReference) => files.get(referenceKey(reference))?.url ?? null;
    const documents = rows
      .filter((row) => readId(type, row) !== null)
      .flatMap((row) => {
        const wire = attempt(row, () => toWire(type, row, local), { id: readId(type, row) });
        const from = { wire, source: rowSource(this.#client.url, type, row), problems: unread.get(row) ?? [] };
        return rowLocales(type, row).map((locale): WireDocument => ({ type: type.type, locale, ...from }));
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

/** The site's languages of a row: its own language, or all languages of a type that is not localised. */
function rowLocales(type: StrapiType, row: StrapiRow): readonly Locale[] {
  if (!type.localized) return storedLocales(type.type);
  return isLocale(row['locale']) ? [row['locale']] : [];
}

function rowSource(origin: string, { endpoint }: StrapiType, row: StrapiRow): string {
  const id = row['documentId'] ?? row['id'];
  return `${origin}${endpoint}/${typeof id === 'string' || typeof id === 'number' ? id : '?'}`;
}

/** A sort order without ties: equal rows could swap places between the requests for two pages. */
function inOrder({ localized }: StrapiType): string {
  return `sort[0]=key:asc${localized ? '&sort[1]=locale:asc' : ''}`;
}

function referenceKey({ url, updatedAt }: MediaReference): string {
  return `${url} ${updatedAt}`;
}
