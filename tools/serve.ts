/** `npm start`: builds what is stale, then runs the built server in this process. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfig } from '../server/parse-config.ts';
import { createDataDir, endIfPortInUse, endStart } from '../server/process/start-problem.ts';
import { isUpToDate } from './build.ts';
import { projectRoot } from './project-root.ts';

console.log('\n  brokerfront');
// What the server would refuse is said before the build, which takes a while.
try {
  const config = parseConfig(process.env);
  createDataDir(config);
  await endIfPortInUse(config.port, 'PORT', config.host);
} catch (error) {
  endStart(error, null);
}
if (isUpToDate()) console.log('  the build is up to date');
else {
  // In a separate process: the server would keep the build's memory, several times what it needs itself.
  const { status } = spawnSync(process.execPath, [join(projectRoot, 'tools/build.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
console.log('  reading the content');
process.env['NODE_ENV'] = 'production';
process.env['BROKERFRONT_ROOT'] = projectRoot;
if (!['GEO_COUNTRY_HEADER', 'GEO_LOCAL_COUNTRY', 'SITE_URL'].some((name) => process.env[name])) {
  console.log(
    '  visitors on this machine have no country. Try one: GEO_LOCAL_COUNTRY=DE npm start shows the notice for the EU, GEO_LOCAL_COUNTRY=MX the redirect to Spanish (on the second page)',
  );
}
await import(pathToFileURL(join(projectRoot, 'dist/server/main.js')).href);
