/**
 * Drafts for previews: a copy of the replica in memory, made equal to Strapi's drafts when the first preview opens and looked after
 * at each further page. Visitors' replica, cache and alarms know nothing of it.
 */
import type { StrapiSync } from '../content/feed/strapi/strapi-sync.ts';
import type { DocumentName } from '../content/feed/strapi/strapi-feed.ts';
import type { Mirror } from '../content/mirror/mirror.ts';
import type { ContentSource } from './content-source.ts';

/** Editors reload often; within this time the drafts are as they were, except the one that is previewed. */
const freshFor = 1000;
const idleLimit = 30 * 60_000;

interface OpenDrafts {
  mirror: Mirror;
  sync: StrapiSync;
  ready: Promise<void>;
}

export class PreviewDrafts {
  readonly #content: ContentSource;
  #open: OpenDrafts | null = null;
  /** By a clock that nobody sets; null before the first look. */
  #lookedAt: number | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(content: ContentSource) {
    this.#content = content;
  }

  /** The mirror with every draft, the named one read just now. @throws when Strapi does not answer. */
  async mirror(current: DocumentName | null): Promise<Mirror> {
    const open = this.#open ?? this.#begin();
    try {
      await open.ready;
      if (performance.now() - (this.#lookedAt ?? 0) > freshFor) {
        await open.sync.poll();
        this.#lookedAt = performance.now();
      }
      if (current) await open.sync.refresh([current], [current]);
    } catch (error) {
      if (this.#lookedAt === null) this.close();
      throw error;
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), idleLimit).unref();
    return open.mirror;
  }

  /** @throws when there is no token to read drafts with. */
  #begin(): OpenDrafts {
    if (!this.#content.drafts) throw new Error('Previews need STRAPI_URL and STRAPI_TOKEN.');
    const mirror = this.#content.mirror.copy(() => undefined);
    const sync = this.#content.drafts(mirror);
    this.#lookedAt = null;
    const open = { mirror, sync, ready: this.#readAll(sync) };
    // Whoever waits for it hears of a failure.
    open.ready.catch(() => undefined);
    this.#open = open;
    return open;
  }

  async #readAll(sync: StrapiSync): Promise<void> {
    await sync.everything(true);
    this.#lookedAt = performance.now();
  }

  close(): void {
    clearTimeout(this.#idle);
    const open = this.#open;
    this.#open = null;
    if (open) void open.sync.stop().then(() => open.mirror.close());
  }
}
