/** Composition root: configuration, content, cache, HTTP. `npm start` runs the built form of this file. */
import { join } from 'node:path';
import { readBuild } from './built-assets.ts';
import { ConfigError, parseConfig } from './config.ts';
import { startSite } from './site.ts';
import * as siteRenderer from '../site/site-renderer.ts';

declare const __BUILD_ID__: string;

const root = process.env['BROKERFRONT_ROOT'] ?? process.cwd();

try {
  const config = parseConfig(process.env);
  const build = readBuild(join(root, 'dist'), config.siteUrl);
  const site = await startSite({
    config, root, buildId: __BUILD_ID__, assets: build.files, documentAssets: () => build.document, renderer: async () => siteRenderer,
  });
  process.stdout.write(`\nThe site is ready: ${site.url}\n\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void site.stop().then(() => process.exit(0)));
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`The site did not start, because of its configuration:\n${error.message}\n`);
  process.exit(78);
}
