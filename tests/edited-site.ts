/** A site in this process with the demonstration's content and what a test makes of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '../content/feed/feed.ts';
import { filesFeed } from '../content/feed/files/files-feed.ts';
import { projectRoot } from '../scripts/project-root.ts';
import { parseConfig } from '../server/config.ts';
import { startSite } from '../server/site.ts';
import type { StaticFile } from '../server/static-files.ts';
import * as siteRenderer from '../site/site-renderer.ts';

export interface EditedSite {
  url: string;
  /** Changes the content and lets the site read it. */
  edit: (change: (content: Snapshot) => void) => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  environment?: Record<string, string>;
  assets?: Map<string, StaticFile>;
}

export async function startEditedSite({ environment = {}, assets = new Map() }: Options = {}): Promise<EditedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-edited-'));
  const content = await filesFeed(join(projectRoot, 'demo')).snapshot();
  const site = await startSite({
    config: parseConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', SITE_URL: 'http://site.test', ...environment }),
    root: projectRoot,
    buildId: 'test',
    assets,
    documentAssets: () => ({ styles: [], scripts: [], fonts: [] }),
    renderer: async () => siteRenderer,
    feed: { name: 'files', snapshot: async () => content },
  });
  return {
    url: site.url,
    async edit(change) {
      change(content);
      await site.sync();
    },
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
