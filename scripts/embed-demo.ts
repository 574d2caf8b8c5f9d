/** `npm run embed-demo`: the site, and beside it another site that shows its header and footer (docs/embedding.md). */
import { join } from 'node:path';
import { startHelpCentre } from '../tests/embed/help-centre.ts';
import { startBuiltSite } from '../tests/start-built-site.ts';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';

const port = Number(process.env['PORT'] || '3000');
const helpCentrePort = Number(process.env['EMBED_DEMO_PORT'] || String(port + 1));

process.chdir(projectRoot);
console.log('\n  brokerfront, shown by another site');
await buildIfStale((line) => console.log(`  ${line}`));
const helpCentre = await startHelpCentre(`http://localhost:${port}`, helpCentrePort);
const site = await startBuiltSite({
  PORT: String(port), DATA_DIR: process.env['DATA_DIR'] || join(projectRoot, 'data/embed-demo'), EMBED_ORIGINS: helpCentre.url, LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
});
console.log(`\n  The site           ${site.url}\n  The help centre    ${helpCentre.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([helpCentre.close(), site.stop()]).then(() => process.exit(0)));
}
