/**
 * `npm run check:risk`: looks at the risk warning on every page as a visitor sees it, in every language, two themes and four widths, and writes a
 * report with pictures. `-- https://www.example.com` looks at a running site; paths after it, or alone, are the only ones. The exit code is 0 when
 * nothing falls short.
 */
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales } from '../../../content/locales.ts';
import { allPaths } from '../../../tests/sites/site-paths.ts';
import { startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { buildIfStale } from '../../build.ts';
import { measureRisk } from './measure-risk.ts';
import { formatReport, summarizeFaults } from './risk-report.ts';
import { projectRoot } from '../../project-root.ts';

const named = process.argv.slice(2);
const paths = named.filter((one) => one.startsWith('/'));
const [address, ...unknown] = named.filter((one) => !one.startsWith('/'));
if (unknown.length > 0 || (address !== undefined && !/^https?:\/\/[^/]+\/?$/.test(address))) {
  console.error('\n  npm run check:risk [-- ADDRESS OF A SITE] [/path …]\n');
  process.exit(78);
}

const folder = join(projectRoot, '.cache/risk');

async function check(siteUrl: string): Promise<number> {
  const lists = await Promise.all(
    locales.map(async (locale) =>
      (paths.length > 0 ? paths : [...(await allPaths(siteUrl, locale)), '/search?q=EURUSD', '/nothing-here']).map(
        (path) => ({ locale, path }),
      ),
    ),
  );
  const pages = lists.flat();
  const started = performance.now();
  const measurements = await measureRisk(siteUrl, pages, folder, {
    say: (line) => process.stdout.isTTY && process.stdout.write(`\r  ${line.padEnd(70)}`),
  });
  const report = join(folder, 'index.html');
  await writeFile(report, formatReport(measurements, siteUrl, new Date().toISOString()));
  const faults = summarizeFaults(measurements);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n  ${pages.length} pages, ${measurements.length} measurements (${seconds} s). Report: ${report}`);
  for (const fault of faults) console.log(`  ✗ ${fault}`);
  console.log(faults.length === 0 ? '\n  Nothing falls short.\n' : `\n  ${faults.length} findings.\n`);
  return faults.length === 0 ? 0 : 1;
}

if (address !== undefined) process.exit(await check(address.replace(/\/$/, '')));
await buildIfStale((line) => console.log(`  ${line}`));
await using data = await mkdtempDisposable(join(tmpdir(), 'brokerfront-risk-'));
await using site = await startBuiltSite({ DATA_DIR: data.path, LOG_LEVEL: 'silent' });
process.exitCode = await check(site.url);
