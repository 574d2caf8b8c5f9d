/** Composition root: configuration, content, cache, HTTP. `npm start` runs the built form of this file. */
import { join } from 'node:path';
import { readBuild } from './assets/built-assets.ts';
import type { Config } from './config.ts';
import { parseConfig } from './parse-config.ts';
import { createLog, logNodeWarnings } from './log.ts';
import { endAtSignals } from './process/end-at-signals.ts';
import { openTracing } from './process/open-tracing.ts';
import { type RunningSite, startSite } from './site.ts';
import { answerUnhandled } from './process/unhandled-errors.ts';
import { createDataDir, endStart } from './process/start-problem.ts';
import * as siteRenderer from '../site/site-renderer.ts';

declare const __BUILD_ID__: string;

/** Reports the start at every log level: as a sentence on a terminal, and as a line of JSON everywhere else. */
function printReady(url: string): void {
  const line = JSON.stringify({ level: 30, time: new Date().toISOString(), url, msg: 'The site is ready' });
  process.stdout.write(process.stdout.isTTY ? `\nThe site is ready: ${url}\n\n` : `${line}\n`);
}

const root = process.env['BROKERFRONT_ROOT'] ?? process.cwd();
let site: RunningSite | null = null;
let config: Config | null = null;
let endTracing: () => Promise<void> = async () => undefined;
// Registered before the start: a container's first process receives no signal that it does not listen to.
// A platform sends SIGTERM while its load balancer still sends visitors here, so drain; Ctrl-C stops without draining.
endAtSignals((signal) => site?.stop({ drain: signal === 'SIGTERM' }).then(endTracing) ?? null);
answerUnhandled(() => site?.onAlarm ?? null);

try {
  config = parseConfig(process.env);
  logNodeWarnings(createLog(config.logLevel));
  createDataDir(config);
  endTracing = await openTracing(config, __BUILD_ID__);
  const build = readBuild(join(root, 'dist'));
  site = await startSite({
    config,
    root,
    buildId: __BUILD_ID__,
    assets: build.files,
    documentAssets: () => build.document,
    renderer: async () => siteRenderer,
    renderFirst: process.env['BROKERFRONT_TEST_START'] !== 'prepared',
  });
  printReady(site.url);
} catch (error) {
  endStart(error, config);
}
