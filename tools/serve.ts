/** `npm start`: builds when the build is stale, then runs the built server in this process. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isUpToDate } from './build.ts';
import { projectRoot } from './project-root.ts';

console.log('\n  brokerfront');
if (isUpToDate()) console.log('  the build is up to date');
// Builds in a separate process: otherwise the server would keep the memory of the build, which is several times its own.
else execFileSync(process.execPath, [join(projectRoot, 'tools/build.ts')], { stdio: 'inherit' });
console.log('  reading the content');
process.env['NODE_ENV'] = 'production';
process.env['BROKERFRONT_ROOT'] = projectRoot;
if (!['GEO_COUNTRY_HEADER', 'GEO_LOCAL_COUNTRY', 'SITE_URL'].some((name) => process.env[name])) {
  console.log(
    '  visitors on this machine have no country. Try one: GEO_LOCAL_COUNTRY=DE npm start shows the notice for the EU, GEO_LOCAL_COUNTRY=MX the redirect to Spanish (on the second page)',
  );
}
await import(pathToFileURL(join(projectRoot, 'dist/server/main.js')).href);
