/**
 * The drafts of previews: for each document that is previewed a copy of the replica in memory, in which that document, in that language, is the
 * draft, and everything else is what visitors get. Visitors' replica, cache and alarms know nothing of it.
 */
import { LRUCache } from 'lru-cache';
import type { DocumentName } from '../../content/feed/strapi/document-name.ts';
import type { Mirror } from '../../content/mirror/mirror.ts';
import { readAhead } from '../../content/mirror/read-ahead.ts';
import type { Locale } from '../../content/locales.ts';
import type { ContentSource } from '../content/content-source.ts';

export interface PreviewedDraft extends DocumentName {
  locale: Locale;
}

interface OpenDraft {
  mirror: Mirror;
  /** That of the replica when it was copied: what is published meanwhile is seen in previews too. */
  generation: number;
}

const idleLimitMs = 30 * 60_000;
/** As many editors may look at different documents before copies are made anew; each is as large as the content. */
const mostOpen = 4;

export class PreviewDrafts {
  readonly #content: ContentSource;
  readonly #open = new LRUCache<string, OpenDraft>({
    max: mostOpen,
    ttl: idleLimitMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ mirror }) => mirror.close(),
  });

  constructor(content: ContentSource) {
    this.#content = content;
  }

  /**
   * What an editor gets who previews a document: it was read just now.
   * @param look is done with the mirror when it returns; it may be closed then.
   * @throws when Strapi does not answer, or when there is no token to read drafts with.
   */
  async read<Result>(draft: PreviewedDraft, look: (mirror: Mirror) => Result): Promise<Result> {
    const { drafts, mirror } = this.#content;
    if (!drafts) throw new Error('Previews need STRAPI_URL and STRAPI_TOKEN.');
    const { documents, media } = await drafts.documents([draft]);
    const name = `${draft.type}/${draft.id}.${draft.locale}`;
    // The wire says which document it is: Strapi may have found others by the same words.
    const own = await readAhead(
      documents.filter(({ type, locale }) => type === draft.type && locale === draft.locale),
      { onAlarm: () => undefined },
    );
    let open = this.#open.get(name);
    if (!open || open.generation !== mirror.generation() || own.length === 0) {
      open = { mirror: mirror.copy(() => undefined), generation: mirror.generation() };
      this.#open.set(name, open);
    }
    open.mirror.change({ documents: own, media, removed: [] });
    return look(open.mirror);
  }

  close(): void {
    this.#open.clear();
  }
}
