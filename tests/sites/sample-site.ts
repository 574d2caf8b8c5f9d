/** The built site with the pages of `/dev/blocks` and without scripts, so that what it shows depends only on HTML, styles and fonts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../../tools/project-root.ts';
import { readBuild } from '../../server/assets/built-assets.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { startSite } from '../../server/site.ts';
import { readRenderer } from './built-renderer.ts';
import { freePort } from '../services/free-port.ts';

const folder = '.cache/sample-site';

export interface SampleSite {
  url: string;
  stop: () => Promise<void>;
}

/** Builds the site's renderer first, with the class names of the site's stylesheet. */
export async function startSampleSite(): Promise<SampleSite> {
  await build({
    root: projectRoot,
    logLevel: 'warn',
    // For the production build of React (`tests/sites/production-react.ts`), as in the site's own build.
    oxc: { jsx: { development: false } },
    build: { ssr: 'tools/dev/sample-renderer.ts', outDir: folder },
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-samples-'));
  const port = String(await freePort());
  const config = parseConfig({
    ARCHIVE: 'off',
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  const { document, files } = readBuild(join(projectRoot, 'dist'));
  const site = await startSite({
    config,
    root: projectRoot,
    buildId: 'samples',
    assets: files,
    documentAssets: () => ({ ...document, scripts: [] }),
    renderer: async () => readRenderer(`${folder}/sample-renderer.js`),
  });
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
