/** `npm run embed-demo`: runs the site, and a second site that shows its header and footer (parts/embed/README.md). */
import { join } from 'node:path';
import { endAtSignals } from '../../../server/process/end-at-signals.ts';
import { endIfPortInUse } from '../../../server/process/start-problem.ts';
import { type HelpCentre, startHelpCentre } from '../tests/help-centre.ts';
import { type BuiltSite, startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { buildIfStale } from '../../../tools/build.ts';
import { projectRoot } from '../../../tools/project-root.ts';

const port = Number(process.env['PORT'] || '3000');
const helpCentrePort = Number(process.env['EMBED_DEMO_PORT'] || String(port + 1));

process.chdir(projectRoot);
let helpCentre: HelpCentre | null = null;
let site: Promise<BuiltSite> | null = null;
const ending = new AbortController();
// Waits for a site that is still starting, so that it ends too. A start that failed because of the same Ctrl-C is not an error.
endAtSignals(() => {
  ending.abort();
  return (
    site &&
    Promise.all([
      helpCentre?.close(),
      site.then(
        (started) => started.stop(),
        () => undefined,
      ),
    ])
  );
});
console.log('\n  brokerfront, shown by another site');
await endIfPortInUse(port, 'PORT');
await endIfPortInUse(helpCentrePort, 'EMBED_DEMO_PORT');
await buildIfStale((line) => console.log(`  ${line}`));
helpCentre = await startHelpCentre(`http://localhost:${port}`, helpCentrePort);
site = startBuiltSite({
  PORT: String(port),
  DATA_DIR: process.env['DATA_DIR'] || join(projectRoot, 'data/embed-demo'),
  EMBED_ORIGINS: helpCentre.url,
  LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
});
try {
  console.log(`\n  The site           ${(await site).url}\n  The help centre    ${helpCentre.url}\n`);
} catch (error) {
  if (!ending.signal.aborted) throw error;
}
