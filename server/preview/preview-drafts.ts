/**
 * The drafts of previews. Each previewed document gets a copy of the replica in memory, in which that document, in that language, is the draft
 * and everything else is what visitors get. The visitors' replica, cache and alarms are not affected.
 */
import { LRUCache } from 'lru-cache';
import type { DocumentName } from '../../content/feed/strapi/document-name.ts';
import type { Mirror } from '../../content/mirror/mirror.ts';
import { readAhead } from '../../content/mirror/read-ahead.ts';
import type { Locale } from '../../content/locales.ts';
import { previewFillIn } from '../../site/figures/fill-in.ts';
import type { ContentSource } from '../content/content-source.ts';

export interface PreviewedDraft extends DocumentName {
  locale: Locale;
}

interface OpenDraft {
  mirror: Mirror;
  /** The replica's generation at the time of the copy. A newer one causes a new copy, so previews also show what was published meanwhile. */
  generation: number;
}

const idleLimitMs = 30 * 60_000;
/** Maximum number of copies; each is as large as the content. With more documents previewed in turn, copies are made again. */
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
   * Reads the draft from Strapi and calls `look` with a mirror that contains it.
   * @param look must not use the mirror after it returns: the mirror may then be closed.
   * @throws when Strapi does not answer, or when there is no token to read drafts with.
   */
  async read<Result>(draft: PreviewedDraft, look: (mirror: Mirror) => Result): Promise<Result> {
    const { drafts, mirror } = this.#content;
    if (!drafts) throw new Error('Previews need STRAPI_URL and STRAPI_TOKEN.');
    const { documents, media } = await drafts.documents([draft]);
    const name = `${draft.type}/${draft.id}.${draft.locale}`;
    // The id of each document is read from its wire data, because Strapi may have found others by the same key.
    const own = await readAhead(
      documents.filter(({ type, locale }) => type === draft.type && locale === draft.locale),
      { onAlarm: () => undefined },
    );
    let open = this.#open.get(name);
    if (!open || open.generation !== mirror.generation() || own.length === 0) {
      open = { mirror: mirror.copy(() => undefined, previewFillIn), generation: mirror.generation() };
      this.#open.set(name, open);
    }
    open.mirror.change({ documents: own, media, removed: [] });
    return look(open.mirror);
  }

  close(): void {
    this.#open.clear();
  }
}
