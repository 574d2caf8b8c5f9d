/**
 * Renders drafts for previews. In one transaction, the draft replaces the published document in its language, the page is read, and the change is
 * rolled back. The visitors' replica, cache and alarms are not affected.
 */
import type { DocumentAddress } from '../../content/document-address.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Replica } from '../../content/replica/replica.ts';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { WireDocument } from '../../content/wire-document.ts';
import { locales } from '../../content/locales.ts';
import type { WireText } from '../../content/replica/wire-text.ts';
import { previewFillIn } from '../../site/instruments/fill-in.ts';
import type { ContentSource } from './content-source.ts';
import { isBusy } from '../../content/replica/file/database.ts';

/** The content thread writes for a second at most. Meanwhile, the transaction of a preview has to wait. */
const maxAttempts = 100;
const retryDelayMs = 50;

/** The other languages of a draft with its shared fields: publishing one language changes these in all. @param shared their names. */
export function copyShared(replica: Replica, draft: WireText, shared: readonly string[]): WireDocument[] {
  if (shared.length === 0) return [];
  const fields = Object.entries(JSON.parse(draft.wire) as object).filter(([name]) => shared.includes(name));
  const { type, id } = draft;
  return locales.flatMap((locale): WireDocument[] => {
    const wire = locale === draft.locale ? null : replica.wire({ type, id, locale });
    return wire === null
      ? []
      : [{ type, locale, wire: { ...wire, ...Object.fromEntries(fields) }, source: draft.source }];
  });
}

type Look<Result> = (replica: Replica, changed: ReadonlySet<string>) => Result;

export class PreviewDrafts {
  readonly #content: ContentSource;

  constructor(content: ContentSource) {
    this.#content = content;
  }

  /** Reads the draft from Strapi and calls `look` as `withChanges` does. */
  async read<Result>(draft: DocumentAddress, look: Look<Result>): Promise<Result> {
    return this.withChanges(await this.fetch([draft]), look);
  }

  /** Reads drafts from Strapi. @throws when Strapi does not answer, or when there is no token for reading drafts. */
  async fetch(wanted: readonly DocumentAddress[]): Promise<Changes & { documents: WireText[] }> {
    const { drafts, replica } = this.#content;
    if (!drafts) throw new Error('Previews need STRAPI_URL and STRAPI_TOKEN.');
    const { documents, media } = await drafts.readDocuments(wanted);
    // The id of each document is read from its wire data, because Strapi may have found others by the same key.
    const parsed = await replica.parse(
      documents.filter((found) => wanted.some(({ type, locale }) => type === found.type && locale === found.locale)),
    );
    return { documents: parsed, media, removed: [] };
  }

  /** Calls `look` with a replica that contains the changes, and with their tags. @param look must not use the replica after it returns. */
  async withChanges<Result>(changes: Changes, look: Look<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return this.#content.replica.asIf(changes, previewFillIn, look);
      } catch (error) {
        if (attempt === maxAttempts || !isBusy(error)) throw error;
        await wait(retryDelayMs);
      }
    }
  }
}
