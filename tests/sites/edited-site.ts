/** Starts a site in this process with a copy of the demonstration's content, which a test can change. */
import { rm } from 'node:fs/promises';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { Snapshot, WireDocument } from '../../content/wire-document.ts';
import type { DocumentType, Locale } from '../../content/model.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { type RunningSite, startSite } from '../../server/site.ts';
import type { StaticFile } from '../../server/assets/static-files.ts';
import * as siteRenderer from '../../site/site-renderer.ts';
import { newSiteData } from './start-built-site.ts';
import { readDemonstration } from './demonstration.ts';

export type Wire = Record<string, unknown> & { id: string };

export interface EditedSite {
  url: string;
  /** Number of alarms by kind. */
  alarms: RunningSite['alarms'];
  /** Changes the content and syncs the site. */
  edit: (change: (content: Snapshot) => void) => Promise<void>;
  /** The wires (raw documents, as a feed delivers them) of a type in a locale. */
  wires: (type: DocumentType, locale: Locale) => Wire[];
  /** Returns the wire of a document. @throws when it does not exist. */
  wire: (type: DocumentType, id: string, locale: Locale) => Wire;
  /** Undoes every edit. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  /** Changes the content before the site starts, which then has no earlier version of a document. */
  before?: (content: Snapshot) => void;
  environment?: Record<string, string>;
  assets?: Map<string, StaticFile>;
  /** Default: the renderer of the sources, in this thread, without style and scripts. */
  rendering?: Partial<Pick<Parameters<typeof startSite>[0], 'renderer' | 'documentAssets'>>;
}

interface Known extends DocumentAddress {
  document: WireDocument;
  text: string;
}

/** All documents by their address; null when not every document has an address of its own. */
function listDocuments(documents: readonly WireDocument[]): Map<string, Known> | null {
  const found = new Map<string, Known>();
  for (const document of documents) {
    const { type, locale, wire, problems } = document;
    const id = (wire as Partial<Wire> | null)?.id;
    if (typeof id !== 'string') return null;
    const text = JSON.stringify([wire, problems]);
    found.set(documentKey({ type, id, locale }), { type, id, locale, document, text });
  }
  return found.size === documents.length ? found : null;
}

/** More changed documents than this are a change of everything. */
const fewChanges = 50;

/** @returns null when the change is more than a few documents. The site keeps the versions of legal texts only after a whole sync. */
function findChanges(before: Map<string, Known> | null, after: Map<string, Known> | null): Changes | null {
  if (!before || !after) return null;
  const changed = [...after].filter(([key, { text }]) => before.get(key)?.text !== text).map(([, known]) => known);
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, known]) => known);
  const all = [...changed, ...removed];
  if (all.length > fewChanges || all.some(({ type }) => type === 'legal-document')) return null;
  return { documents: changed.map(({ document }) => document), removed, media: [] };
}

/**
 * Creates a function that brings the site to the changed content. A whole sync compares all stored documents, 0.1 s of a core; instead the site gets the
 * few that changed, as it gets those of Strapi.
 */
function createUpdate(site: RunningSite, content: Snapshot): () => Promise<void> {
  const read = () => ({
    documents: listDocuments(content.documents),
    others: JSON.stringify([content.media, content.unread]),
  });
  let known = read();
  return async () => {
    const next = read();
    const changes = known.others === next.others ? findChanges(known.documents, next.documents) : null;
    known = next;
    if (changes) site.cache.markStale(site.replica.change(changes).changed);
    else await site.sync();
  };
}

export async function startEditedSite({
  environment = {},
  assets = new Map(),
  rendering = {},
  before,
}: Options = {}): Promise<EditedSite> {
  const folder = await newSiteData('edited');
  const content = await readDemonstration();
  const demonstration = structuredClone(content);
  before?.(content);
  const site = await startSite({
    config: parseConfig({
      ARCHIVE: 'off',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SITE_URL: 'http://site.test',
      ...environment,
    }),
    root: projectRoot,
    buildId: 'test',
    assets,
    documentAssets: () => ({ style: null, scripts: [], fonts: [] }),
    renderer: async () => siteRenderer,
    feed: { name: 'files', snapshot: async () => content },
    ...rendering,
  });
  const update = createUpdate(site, content);
  const wires = (type: DocumentType, locale: Locale) =>
    content.documents
      .filter((document) => document.type === type && document.locale === locale)
      .map(({ wire }) => wire as Wire);
  return {
    url: site.url,
    alarms: site.alarms,
    wires,
    wire(type, id, locale) {
      const found = wires(type, locale).find((wire) => wire.id === id);
      if (!found) throw new Error(`${type}/${id}.${locale} is not in the content`);
      return found;
    },
    async edit(change) {
      change(content);
      await update();
    },
    async reset() {
      Object.assign(content, structuredClone(demonstration));
      await update();
    },
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
