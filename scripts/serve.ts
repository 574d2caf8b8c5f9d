/** `npm start`: builds what is stale, then runs the built server in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';

const started = Date.now();
console.log('\n  brokerfront');
const built = await buildIfStale((line) => console.log(`  ${line}`));
console.log(built ? `  built in ${((Date.now() - started) / 1000).toFixed(1)} s` : '  the build is up to date');
console.log('  reading the content');
process.env['NODE_ENV'] = 'production';
process.env['BROKERFRONT_ROOT'] = projectRoot;
if (!['GEO_COUNTRY_HEADER', 'GEO_LOCAL_COUNTRY', 'SITE_URL'].some((name) => process.env[name])) {
  console.log(
    '  this machine is in no country: GEO_LOCAL_COUNTRY=DE npm start shows the notice for the EU, GEO_LOCAL_COUNTRY=MX the redirect to Spanish (on the second page)',
  );
}
await import(pathToFileURL(join(projectRoot, 'dist/server/main.js')).href);
