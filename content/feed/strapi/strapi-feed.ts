/** Reading Strapi: everything at once, some documents by name, or only what stands there and since when. */
import type { OnAlarm } from '../../alarm.ts';
import type { DocumentType, Locale } from '../../model.ts';
import { isLocale, locales } from '../../locales.ts';
import type { MediaFile, WireDocument } from '../feed.ts';
import type { MediaStore } from './media-store.ts';
import { type StrapiClient, StrapiError, type StrapiRow } from './strapi-client.ts';
import { type StrapiType, strapiTypes } from './strapi-types.ts';
import type { DocumentName } from './document-name.ts';
import { type MediaReference, idOf, mediaOf, toWire } from './to-wire.ts';

/** That a document stands in a locale, and when its row was written (which publishing does, and editing a draft does not). */
export interface PublishedVersion extends DocumentName {
  locale: Locale;
  writtenAt: string;
}

export interface Fetched {
  documents: WireDocument[];
  versions: PublishedVersion[];
  media: MediaFile[];
}

const pageSize = 100;
/** Documents asked for in one request by their keys: the query stays below what servers accept. */
const keysAtOnce = 20;
/** Pages of one list that are asked for or worked on at the same time: the others are not in memory yet, or no more. */
const pagesAtOnce = 4;
/** Strapi may hold languages that the site does not speak. */
const ourLocales = `&locale=*${locales.map((locale, index) => `&filters[locale][$in][${index}]=${locale}`).join('')}`;

export class StrapiFeed {
  readonly #client: StrapiClient;
  readonly #media: MediaStore;
  readonly #status: string;
  readonly #onAlarm: OnAlarm;
  /** Rows without a key by type, as its whole list had them last, and those that were said already. */
  readonly #keyless = new Map<DocumentType, number>();
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

  /** The content service's own time at its last answer; null when it is not known. */
  serverTime(): number | null {
    return this.#client.serverTime;
  }

  /** Gives up what is left of some requests when one of them fails. */
  together<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.#client.together(action);
  }

  /**
   * Everything that is published, handed over page by page; what is handed over again is newer. @throws StrapiError when it could not be
   * read as a whole: what was handed over until then is of no use.
   */
  async everything(take: (part: Fetched) => void | Promise<void>): Promise<void> {
    await this.together(() =>
      Promise.all(
        strapiTypes.map(async (type) => {
          if (type.single) return take(await this.#convert(type, await this.#singleRows(type, type.query)));
          return this.#eachPage(type, `${type.query}&${inOrder(type)}`, async (rows) =>
            take(await this.#convert(type, rows)),
          );
        }),
      ),
    );
  }

  /** The named documents as they stand now; one that is missing in the answer is not published (any more). */
  async documents(names: readonly DocumentName[]): Promise<Fetched> {
    return this.together(() => this.#combine(this.#partsOf(names)));
  }

  #partsOf(names: readonly DocumentName[]): Promise<Fetched>[] {
    return strapiTypes.flatMap((type) => {
      const ids = names.filter((name) => name.type === type.type).map((name) => name.id);
      if (ids.length === 0) return [];
      if (type.single) return [this.#singleRows(type, type.query).then((rows) => this.#convert(type, rows))];
      return Array.from({ length: Math.ceil(ids.length / keysAtOnce) }, async (_, index) => {
        const part = ids.slice(index * keysAtOnce, (index + 1) * keysAtOnce);
        const filter = part.map((id, position) => `filters[key][$in][${position}]=${encodeURIComponent(id)}`).join('&');
        return this.#convert(type, await this.#allRows(type, `${type.query}&${filter}`));
      });
    });
  }

  /** What stands in a type, newest first, until a page holds nothing that `isNew` says is new. `total` counts all that have a key. */
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
      const answer = await this.#page(type, `${fields}${type.localized ? '&fields[2]=locale' : ''}`, page);
      const found = this.#versions(type, answer.rows);
      versions.push(...found);
      if (page >= answer.pageCount || found.length === 0 || !found.some(isNew))
        return { versions, total: answer.total - (this.#keyless.get(type.type) ?? 0) };
    }
  }

  /** Everything that stands in a type, without its text. */
  async versions(type: StrapiType): Promise<PublishedVersion[]> {
    if (type.single) return this.#versions(type, await this.#singleRows(type, 'fields[0]=updatedAt'));
    const fields = `fields[0]=updatedAt&fields[1]=key${type.localized ? '&fields[2]=locale' : ''}&${inOrder(type)}`;
    const rows = await this.#allRows(type, fields);
    this.#keyless.set(type.type, rows.filter((row) => idOf(type, row) === null).length);
    return this.#versions(type, rows);
  }

  /** How many rows a type has: one small request. */
  async total(type: StrapiType): Promise<number> {
    return (
      await this.#client.list(
        type.endpoint,
        `fields[0]=updatedAt&pagination[pageSize]=1${type.localized ? ourLocales : ''}${this.#status}`,
      )
    ).total;
  }

  /** The newest files of the media library by address; null without a token. */
  async newestMedia(): Promise<{ url: string; updatedAt: string }[] | null> {
    if (!this.#client.hasToken) return null;
    const files = await this.#client.media(
      'fields[0]=url&fields[1]=updatedAt&sort[0]=updatedAt:desc&pagination[pageSize]=50',
    );
    return files.map((file) => ({ url: String(file['url']), updatedAt: file.updatedAt }));
  }

  async #page(type: StrapiType, query: string, page: number) {
    const locale = type.localized ? ourLocales : '';
    return this.#client.list(
      type.endpoint,
      `${query}${locale}&pagination[pageSize]=${pageSize}&pagination[page]=${page}${this.#status}`,
    );
  }

  async #allRows(type: StrapiType, query: string): Promise<StrapiRow[]> {
    const all: StrapiRow[] = [];
    await this.#eachPage(type, query, async (rows) => void all.push(...rows));
    return all;
  }

  /**
   * A row that leaves a list draws the others forward, and the first of a page that was not read yet onto one that was. Read once more, it is
   * there; that a second loss hits the same row is left to the poll, since where editors never rest a list would otherwise be read for ever.
   * @param take gets some rows twice then.
   */
  async #eachPage(type: StrapiType, query: string, take: (rows: StrapiRow[]) => Promise<void>): Promise<void> {
    const { moved } = await this.#readPages(type, query, take);
    if (moved) await this.#readPages(type, query, take);
  }

  async #readPages(
    type: StrapiType,
    query: string,
    take: (rows: StrapiRow[]) => Promise<void>,
  ): Promise<{ moved: boolean }> {
    const read = async (page: number) => {
      const { rows, ...counts } = await this.#page(type, query, page);
      await take(rows);
      return { listed: rows.length, ...counts };
    };
    const first = await read(1);
    const found = { listed: first.listed, moved: false };
    let next = 2;
    // A page count is believed as long as pages hold something: what it says beyond that would be asked for, and kept in memory, for nothing.
    const readOn = async () => {
      while (next <= first.pageCount) {
        const page = await read(next++);
        found.listed += page.listed;
        found.moved ||= page.total !== first.total;
        if (page.listed === 0) next = Number.POSITIVE_INFINITY;
        if (!found.moved && found.listed > first.total)
          throw new StrapiError(`${type.endpoint} counts ${first.total} and lists ${found.listed} or more`);
      }
    };
    await Promise.all(Array.from({ length: pagesAtOnce }, readOn));
    // A page that says less than its count is a broken one.
    if (found.listed < first.total && !found.moved)
      throw new StrapiError(`${type.endpoint} counts ${first.total} and lists ${found.listed}`);
    return { moved: found.moved };
  }

  /** `locale=*` is a 404 on single types. */
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
      const id = idOf(type, row);
      if (id === null) {
        this.#leaveOut(type, row);
        return [];
      }
      return this.#localesOf(type, row).map((locale) => ({ type: type.type, id, locale, writtenAt: row.updatedAt }));
    });
  }

  /** A draft has no key before it has a title; a published document without one is a fault, which must not keep the others from visitors. */
  #leaveOut(type: StrapiType, row: StrapiRow): void {
    const locale = isLocale(row['locale']) ? row['locale'] : '';
    const said = `${this.#sourceOf(type, row)} ${locale} ${row.updatedAt}`;
    if (this.#status || this.#said.has(said)) return;
    this.#said.add(said);
    const message = `${this.#sourceOf(type, row)} has no key, so the site cannot tell it from others and leaves it out; it gets one when it is published again`;
    this.#onAlarm({ kind: 'invalid', subject: `${type.type}/(without a key)${locale && `.${locale}`}`, message });
  }

  #sourceOf(type: StrapiType, row: StrapiRow): string {
    return `${this.#client.url}${type.endpoint}/${String(row['documentId'] ?? row['id'])}`;
  }

  /** A row counts for its own locale, or for all when its type is not translated; a language that the site does not speak is left out. */
  #localesOf(type: StrapiType, row: StrapiRow): readonly Locale[] {
    if (!type.localized) return locales;
    return isLocale(row['locale']) ? [row['locale']] : [];
  }

  async #convert(type: StrapiType, rows: StrapiRow[]): Promise<Fetched> {
    const versions = this.#versions(type, rows);
    const references = rows.flatMap(mediaOf);
    const files = new Map<string, MediaFile>();
    await Promise.all(
      references.map(async (reference) => {
        const file = await this.#media.resolve(reference);
        if (file) files.set(referenceKey(reference), file);
      }),
    );
    const local = (reference: MediaReference) => files.get(referenceKey(reference))?.url ?? null;
    const documents = rows
      .filter((row) => idOf(type, row) !== null)
      .flatMap((row) => {
        const wire = toWire(type, row, local);
        const source = this.#sourceOf(type, row);
        return this.#localesOf(type, row).map((locale): WireDocument => ({ type: type.type, locale, wire, source }));
      });
    return { documents, versions, media: [...files.values()] };
  }

  async #combine(parts: Promise<Fetched>[]): Promise<Fetched> {
    const found = await Promise.all(parts);
    return {
      documents: found.flatMap((part) => part.documents),
      versions: found.flatMap((part) => part.versions),
      media: [...new Map(found.flatMap((part) => part.media).map((file) => [file.url, file])).values()],
    };
  }
}

/** The same for every page: rows of equal rank may stand in another order each time. */
function inOrder({ localized }: StrapiType): string {
  return `sort[0]=key:asc${localized ? '&sort[1]=locale:asc' : ''}`;
}

function referenceKey({ url, updatedAt }: MediaReference): string {
  return `${url} ${updatedAt}`;
}
