/**
 * Renders drafts for previews. In one transaction, the draft replaces the published document in its language, the page is read, and the change is
 * rolled back. The visitors' replica, cache and alarms are not affected.
 */
import type { DocumentName } from '../../content/document-address.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Replica } from '../../content/replica/replica.ts';
import type { Locale } from '../../content/locales.ts';
import { previewFillIn } from '../../site/instruments/fill-in.ts';
import type { ContentSource } from './content-source.ts';
import { isBusy } from '../../content/replica/file/database.ts';

interface PreviewedDraft extends DocumentName {
  locale: Locale;
}

/** The content thread writes for a second at most. Meanwhile, the transaction of a preview has to wait. */
const maxAttempts = 100;
const retryDelayMs = 50;

export class PreviewDrafts {
  readonly #content: ContentSource;

  constructor(content: ContentSource) {
    this.#content = content;
  }

  /**
   * Reads the draft from Strapi and calls `look` with a replica that contains it.
   * @param look must not use the replica after it returns.
   * @throws when Strapi does not answer, or when there is no token for reading drafts.
   */
  async read<Result>(draft: PreviewedDraft, look: (replica: Replica) => Result): Promise<Result> {
    const { drafts, replica } = this.#content;
    if (!drafts) throw new Error('Previews need STRAPI_URL and STRAPI_TOKEN.');
    const { documents, media } = await drafts.readDocuments([draft]);
    // The id of each document is read from its wire data, because Strapi may have found others by the same key.
    const parsed = await replica.parse(
      documents.filter(({ type, locale }) => type === draft.type && locale === draft.locale),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        return replica.asIf({ documents: parsed, media, removed: [] }, previewFillIn, look);
      } catch (error) {
        if (attempt === maxAttempts || !isBusy(error)) throw error;
        await wait(retryDelayMs);
      }
    }
  }
}
