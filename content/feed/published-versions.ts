/** The versions known to be published in Strapi. A poll compares them to find changes, and to tell a real removal from a faulty content service. */
import { type DocumentAddress, type DocumentName, documentKey } from '../document-address.ts';
import { storedLocales } from '../language-neutral.ts';
import type { DocumentType } from '../model.ts';
import { maxShrink } from '../replica/shrink.ts';
import { StrapiError } from './strapi-answer.ts';
import type { PublishedVersion, StrapiFeed } from './strapi-feed.ts';
import type { StrapiType } from './strapi-types.ts';

type ByLocale = Map<string, PublishedVersion>;

export class PublishedVersions {
  /** Dates of the newest files of the media library by address; null until a poll has seen them. */
  files: ReadonlyMap<string, string> | null = null;
  readonly #types = new Map<DocumentType, ByLocale>();

  /** Replaces the versions of types. @param keep true for a document that the feed read after the lists. @param types those whose lists were read; null for all. */
  replace(
    versions: readonly PublishedVersion[],
    keep: (document: DocumentAddress) => boolean,
    types: ReadonlySet<DocumentType> | null = null,
  ): void {
    const replaced = [...this.#types].filter(([type]) => !types || types.has(type));
    const kept = replaced.flatMap(([, byLocale]) => [...byLocale.values()]).filter(keep);
    for (const [, byLocale] of replaced) byLocale.clear();
    for (const version of [...versions.filter((listed) => !keep(listed)), ...kept])
      this.#openVersions(version.type).set(documentKey(version), version);
  }

  update(versions: readonly PublishedVersion[], gone: readonly DocumentAddress[]): void {
    for (const version of versions) this.#openVersions(version.type).set(documentKey(version), version);
    for (const document of gone) this.#openVersions(document.type).delete(documentKey(document));
  }

  isNew = (version: PublishedVersion): boolean =>
    this.#openVersions(version.type).get(documentKey(version))?.writtenAt !== version.writtenAt;

  has(version: PublishedVersion): boolean {
    return this.#openVersions(version.type).has(documentKey(version));
  }

  /** Finds the latest `writtenAt`, in milliseconds since 1970; 0 when no version is known. */
  findLatestWriteTime(): number {
    let latest = '';
    for (const type of this.#types.values())
      for (const { writtenAt } of type.values()) if (writtenAt > latest) latest = writtenAt;
    return Date.parse(latest) || 0;
  }

  count(type: DocumentType): number {
    return this.#openVersions(type).size;
  }

  /** Finds known documents of a type that are missing in a complete list of that type. */
  findMissing(type: DocumentType, listed: readonly PublishedVersion[]): DocumentName[] {
    const listedKeys = new Set(listed.map(documentKey));
    return [...this.#openVersions(type).values()].filter((version) => !listedKeys.has(documentKey(version)));
  }

  /**
   * Accepts a removal only while Strapi still lists all other documents: a half-restored database returns empty lists too.
   * @throws StrapiError when the lists are shorter than the removal explains.
   */
  async checkTotals(feed: StrapiFeed, gone: readonly DocumentAddress[], types: readonly StrapiType[]): Promise<void> {
    const affectedTypes = types.filter(
      (type) => !type.single && (type.type === 'page' || gone.some((document) => document.type === type.type)),
    );
    await Promise.all(
      affectedTypes.map(async (type) => {
        const perRow = type.localized ? 1 : storedLocales(type.type).length;
        const expected = this.count(type.type) - gone.filter((document) => document.type === type.type).length;
        const total = (await feed.countRows(type)) * perRow;
        if (total < expected * (1 - maxShrink))
          throw new StrapiError(
            `${type.endpoint} counts ${total} where ${expected} should be left; the removal is not believed`,
          );
      }),
    );
  }

  /** Finds the versions of a type, or begins an empty list. */
  #openVersions(type: DocumentType): ByLocale {
    const known = this.#types.get(type) ?? new Map<string, PublishedVersion>();
    this.#types.set(type, known);
    return known;
  }
}
