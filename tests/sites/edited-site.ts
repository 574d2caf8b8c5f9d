/** Starts a site in this process with a copy of the demonstration's content, which a test can change. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../../content/wire-document.ts';
import type { DocumentType, Locale } from '../../content/model.ts';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { type RunningSite, startSite } from '../../server/site.ts';
import type { StaticFile } from '../../server/assets/static-files.ts';
import * as siteRenderer from '../../site/site-renderer.ts';
import { newSiteData } from './site-data.ts';

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

export async function startEditedSite({
  environment = {},
  assets = new Map(),
  rendering = {},
  before,
}: Options = {}): Promise<EditedSite> {
  const folder = await newSiteData('edited');
  const content = await filesFeed(join(projectRoot, 'demo')).snapshot();
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
      await site.sync();
    },
    async reset() {
      Object.assign(content, structuredClone(demonstration));
      await site.sync();
    },
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
