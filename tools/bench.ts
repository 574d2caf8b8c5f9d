/**
 * `npm run bench`: measures the built site on this machine and writes `tools/bench/results.md`. `npm run bench -- registrations [per second]
 * [seconds]` loads it with registrations instead, `-- asset-list` asks the list of 5 000 instruments, `-- one-round-trip [former checkout]` compares first paints,
 * `-- publish [texts]` publishes the header under load, `-- purge [publishes] [a second] [requests a second] [seconds without a site]` publishes behind a Varnish,
 * `-- releases [releases] [failovers] [views a second] [forms a second]` replaces and kills what runs under load,
 * `-- regions [sites] [views a second] [forms a second] [publishes] [ms one way]` plays three regions,
 * `-- observability [turns]` compares cached answers with and without metrics and traces,
 * `-- import` times an import of 5 000 instruments into a Strapi, `-- many-texts [sizes]` fills replicas with so many texts; these only print
 * their results.
 */
import { spawnSync } from 'node:child_process';
import { measureAssetList } from './bench/content/asset-list-times.ts';
import { measureImport } from './bench/content/import-times.ts';
import { measureManyTexts, usualSizes } from './bench/content/many-texts.ts';
import { measureObservability, mostCost } from './bench/observability-cost.ts';
import { measureFirstPaints } from './bench/one-round-trip.ts';
import { measurePublish } from './bench/content/publish-under-load.ts';
import { measurePurges } from './bench/content/purges.ts';
import { playRegions } from './bench/regions/play.ts';
import { regionsTable } from './bench/regions/regions-result.ts';
import { measureReleases } from './bench/releases/rolling-releases.ts';
import { measureRegistrations } from './bench/registrations.ts';
import { runBench } from './bench/run.ts';
import { engines } from '../tests/services/account-databases.ts';
import { buildIfStale } from './build.ts';
import { chromiumPath } from './testing/chromium.ts';
import { projectRoot } from './project-root.ts';

function say(line: string): void {
  console.log(`  ${line}`);
}

process.chdir(projectRoot);
const [subject, perSecond = '20', seconds = '60'] = process.argv.slice(2);
if (subject === 'registrations') {
  await buildIfStale(say);
  for (const engine of engines)
    say(JSON.stringify(await measureRegistrations(engine, Number(perSecond), Number(seconds))));
  process.exit(0);
}
if (subject === 'purge') {
  await buildIfStale(say);
  const [publishes = 0, publishesPerSecond = 0, requests = 0, secondsAway = 0] = [1000, 2, 500, 60].map(
    (usual, place) => Number(process.argv[3 + place] ?? usual),
  );
  const plan = { publishes, perSecond: publishesPerSecond, requests, secondsAway };
  const result = await measurePurges(plan, say);
  say(JSON.stringify(result));
  process.exit(result.failed + result.away.failed === 0 && result.oldestAfterReceipt < 1000 ? 0 : 1);
}
if (subject === 'releases') {
  await buildIfStale(say);
  const [releases = 0, failovers = 0, views = 0, forms = 0] = [20, 20, 500, 10].map((usual, place) =>
    Number(process.argv[3 + place] ?? usual),
  );
  const result = await measureReleases({ releases, failovers, viewsPerSecond: views, formsPerSecond: forms }, say);
  say(JSON.stringify(result));
  process.exit(result.failed + result.lost + result.givenUp === 0 ? 0 : 1);
}
if (subject === 'regions') {
  await buildIfStale(say);
  const [sites = 0, views = 0, forms = 0, publishes = 0, delayMs = 0] = [2, 50, 2, 30, 40].map((usual, place) =>
    Number(process.argv[3 + place] ?? usual),
  );
  const plan = { sites, viewsPerSecond: views, formsPerSecond: forms, publishes, delayMs };
  const result = await playRegions({ ...plan, acts: ['cut', 'release', 'region'] }, say);
  console.log(regionsTable(result));
  process.exit(result.regions.every(({ lost, givenUp }) => lost + givenUp === 0) ? 0 : 1);
}
if (subject === 'observability') {
  await buildIfStale(say);
  const { costs, microseconds, readingMilliseconds } = await measureObservability(Number(process.argv[3] ?? '60'), say);
  say(`an answer from the cache takes ${microseconds.toFixed(1)} µs of processor time`);
  for (const { state, ratio, between } of costs)
    say(
      `${state}: ${ratio.toFixed(3)} of it (half of the turns ${between.map((side) => side.toFixed(3)).join(' to ')})`,
    );
  const every15 = (readingMilliseconds / 15_000) * 100;
  say(
    `a reading of the metrics takes ${readingMilliseconds.toFixed(1)} ms; every 15 s that is ${every15.toFixed(3)} % of a core`,
  );
  process.exit(costs.every(({ ratio }) => ratio < 1 + mostCost) ? 0 : 1);
}
if (subject === 'asset-list') {
  await buildIfStale(say);
  say(JSON.stringify(await measureAssetList()));
  process.exit(0);
}
if (subject === 'import') {
  await buildIfStale(say);
  say(JSON.stringify(await measureImport()));
  process.exit(0);
}
if (subject === 'publish') {
  await buildIfStale(say);
  const sizes = process.argv.slice(3).map(Number);
  for (const texts of sizes.length > 0 ? sizes : [0, 100_000]) say(JSON.stringify(await measurePublish(texts)));
  process.exit(0);
}
if (subject === 'one-round-trip') {
  await buildIfStale(say);
  const paints = await measureFirstPaints(chromiumPath(), process.argv[3] ?? null);
  for (const { path, withPageMs, inFileMs, ratio, formerMs } of paints) {
    const beside =
      formerMs === null ? '' : `; the former build ${formerMs.toFixed(0)} ms, ${(withPageMs / formerMs).toFixed(2)}`;
    say(
      `${path}: ${withPageMs.toFixed(0)} ms with the page, ${inFileMs.toFixed(0)} ms in a file, ${ratio.toFixed(2)}${beside}`,
    );
  }
  process.exit(0);
}
if (subject === 'many-texts') {
  await buildIfStale(say);
  const sizes = process.argv.slice(3).map(Number);
  console.log(await measureManyTexts(sizes.length > 0 ? sizes : usualSizes));
  process.exit(0);
}
const missing = ['nginx', 'wrk', 'taskset', 'curl'].filter(
  (tool) => spawnSync('sh', ['-c', 'command -v "$0"', tool]).status !== 0,
);
if (missing.length > 0) {
  console.error(
    `\n  The bench needs ${missing.join(', ')} (Debian: apt-get install nginx-light wrk util-linux curl).\n`,
  );
  process.exit(1);
}
const chromium = chromiumPath();
await buildIfStale(say);
const missed = await runBench(chromium, say);
console.log(
  missed.length === 0
    ? '\n  Every target is met. The table is in tools/bench/results.md.\n'
    : `\n  Missed:\n${missed.map((line) => `    ${line}`).join('\n')}\n  The table is in tools/bench/results.md.\n`,
);
process.exit(missed.length === 0 ? 0 : 1);
