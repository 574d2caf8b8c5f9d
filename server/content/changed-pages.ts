/**
 * Tells which public pages change when a draft is published, or a document is taken down: for the person who approves it. The tags of the change
 * select the pages, and both renders of each are compared.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import type { DocumentAddress } from '../../content/document-address.ts';
import { type Locale, locales } from '../../content/locales.ts';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { addressLocale, splitLocale } from '../../site/i18n/locale-path.ts';
import { hashStyle } from '../http/style-source.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { findShownPath } from '../pages/preview-path.ts';
import type { PageAnswer, SitePages, SiteRenderer } from '../pages/site-pages.ts';
import { type PreviewDrafts, copyShared } from './preview-drafts.ts';
import { listPublishedAddresses } from './published-addresses.ts';

/** What an approver decides about: a document in its languages. */
export interface Proposal {
  documents: readonly DocumentAddress[];
  /** It is taken down; otherwise its draft is published. */
  withdraw: boolean;
  /** Fields that change in every language: Strapi publishes them in all with the first. */
  shared: readonly string[];
}

interface ChangedPage {
  address: string;
  locale: Locale;
  change: 'changed' | 'new' | 'gone' | 'moved';
}

interface ChangedPages {
  pages: ChangedPage[];
  /** Pages that show something of it, and were not compared in time. */
  uncompared: number;
  /** Pages of which nobody knows what they show: they are in no cache, and time was over. */
  unseen: number;
}

interface Options {
  drafts: PreviewDrafts;
  replica: Replica;
  cache: PageCache;
  /** The pages of visitors. */
  pages: SitePages;
  renderer: () => Promise<SiteRenderer>;
  /** Pages that read another replica and use no cache, without the bar of a preview. */
  openPages: (replica: Replica) => SitePages;
}

/** Pages that one transaction renders: it stops visitors' pages meanwhile. */
const renderedAtOnce = 8;
/** For pages that are in no cache yet, which have to be rendered to know what they show. */
const lookMs = 6000;
const compareMs = 8000;

const nothing: Changes = { documents: [], removed: [], media: [] };

export class ChangedPagesFinder {
  readonly #options: Options;
  /** One approver after the other. */
  readonly #gate = new ConcurrencyGate(1);

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws when Strapi does not answer. */
  find(proposal: Proposal): Promise<ChangedPages> {
    return this.#gate.run(async () => {
      const changes = await this.#readChanges(proposal);
      const { drafts, replica } = this.#options;
      const findOwn = (read: Replica) =>
        proposal.documents.flatMap(({ type, id }) =>
          locales.map((locale) => findShownPath(read.reader(), type, id, locale)),
        );
      const future = await drafts.withChanges(changes, (changedReplica, changed) => ({
        changed,
        own: findOwn(changedReplica),
      }));
      const own = new Set([...future.own, ...findOwn(replica)]);
      const { showing, unseen } = await this.#findShowing(own, future.changed);
      const pages: ChangedPage[] = [];
      const until = performance.now() + compareMs;
      let compared = 0;
      for (; compared < showing.length && performance.now() < until; compared += renderedAtOnce)
        pages.push(...(await this.#compare(showing.slice(compared, compared + renderedAtOnce), changes)));
      return { pages, uncompared: Math.max(0, showing.length - compared), unseen };
    });
  }

  /** Answers with one page as it is, or as it would be, for a frame in the panel. */
  async show(context: Context, proposal: Proposal, address: string, after: boolean): Promise<Response> {
    const changes = after ? await this.#readChanges(proposal) : nothing;
    const [answer] = await this.#render([address], changes);
    if (answer?.kind === 'page') {
      context.set('styleSource', answer.page.styleSource);
      return context.html(answer.page.document.text());
    }
    if (answer?.kind === 'redirect') return context.text(`→ ${answer.to}`);
    context.set('styleSource', hashStyle(answer?.html ?? ''));
    return context.html(answer?.html ?? '', 404);
  }

  async #readChanges({ documents, withdraw, shared }: Proposal): Promise<Changes> {
    if (withdraw) return { ...nothing, removed: documents };
    const changes = await this.#options.drafts.fetch(documents);
    const [draft] = changes.documents;
    if (!draft) return changes;
    return { ...changes, documents: [...changes.documents, ...copyShared(this.#options.replica, draft, shared)] };
  }

  /** The addresses that the change may concern, those of the document first. */
  async #findShowing(own: ReadonlySet<string>, changed: ReadonlySet<string>) {
    const { replica, cache } = this.#options;
    const until = performance.now() + lookMs;
    const showing: string[] = [];
    let unseen = 0;
    // The main pages first: they have short addresses.
    const others = listPublishedAddresses(replica).sort((one, other) => countParts(one) - countParts(other));
    for (const address of new Set([...own, ...others])) {
      let tags = cache.peek(address)?.tags;
      if (!own.has(address) && !tags) {
        if (performance.now() > until) {
          unseen += 1;
          continue;
        }
        // Visitors come first.
        await nextTurn();
        tags = await this.#readTags(address);
      }
      if (own.has(address) || !tags || tags.some((tag) => changed.has(tag))) showing.push(address);
    }
    return { showing, unseen };
  }

  /** @returns undefined for an address that the cache does not keep: nobody knows what it shows. */
  async #readTags(address: string): Promise<readonly string[] | undefined> {
    const { pages, renderer, cache } = this.#options;
    const parsed = parsePageAddress(address);
    if (parsed.kind !== 'page') return [];
    const { kind } = pages.answer(pages.request(await renderer(), parsed.address));
    return kind === 'page' ? cache.peek(address)?.tags : [];
  }

  async #compare(addresses: readonly string[], changes: Changes): Promise<ChangedPage[]> {
    const before = await this.#render(addresses, nothing);
    await nextTurn();
    const after = await this.#render(addresses, changes);
    return addresses.flatMap((address, index) => {
      const [old, young] = [readAnswer(before[index]), readAnswer(after[index])];
      if (old === young) return [];
      const change =
        old === '' ? 'new' : young === '' ? 'gone' : after[index]?.kind === 'redirect' ? 'moved' : 'changed';
      return [{ address, locale: addressLocale(address), change }];
    });
  }

  async #render(addresses: readonly string[], changes: Changes): Promise<(PageAnswer | null)[]> {
    const { drafts, renderer, openPages } = this.#options;
    const rendered = await renderer();
    return drafts.withChanges(changes, (replica) => {
      const pages = openPages(replica);
      return addresses.map((address) => {
        const parsed = parsePageAddress(address);
        return parsed.kind === 'page' ? pages.answer(pages.request(rendered, parsed.address)) : null;
      });
    });
  }
}

function countParts(address: string): number {
  return splitLocale(address).rest.split('/').length;
}

/** Empty where visitors find nothing. */
function readAnswer(answer: PageAnswer | null | undefined): string {
  if (answer?.kind === 'page') return answer.page.document.text();
  return answer?.kind === 'redirect' ? `→ ${answer.to}` : '';
}
