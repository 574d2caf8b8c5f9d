/** Runs all measurements for the report of `results-table.ts`. Takes about ten minutes, on loopback only. */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crawlSite } from '../checks/content/crawl-site.ts';
import { projectRoot } from '../project-root.ts';
import serverProcess from '../server-process.json' with { type: 'json' };
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { engines } from '../../tests/services/account-databases.ts';
import { type BuiltSite, startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { measureBrowserLoads } from './browser-load.ts';
import budgets from './budgets.json' with { type: 'json' };
import { type CachedRate, measureCached, pin, serverCore } from './cached-rate.ts';
import { describeMachine, residentMegabytes } from './machine.ts';
import { measureRegistrations } from './registrations.ts';
import type { RenderRates } from './render-home.ts';
import { type Results, formatResults, judgeTargets } from './results-table.ts';
import { median } from './statistics.ts';

const cachedPaths = ['/', '/forex'];
const otherProcesses = 2;
const renderProcesses = 3;

/** Takes medians of several processes, because V8 compiles differently in each and the other load of the machine varies. */
async function measureRenders(): Promise<RenderRates> {
  const program = [process.execPath, ...serverProcess.flags, join(projectRoot, 'tools/bench/render-home.ts')];
  const measured: RenderRates[] = [];
  while (measured.length < renderProcesses) {
    const { stdout } = await promisify(execFile)('taskset', ['-c', serverCore, ...program], {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    measured.push(JSON.parse(stdout) as RenderRates);
  }
  return {
    renders: median(measured.map(({ renders }) => renders)),
    answers: median(measured.map(({ answers }) => answers)),
  };
}

/** Measures the server that has already served the browsers, and others that have just started. */
async function compareWithNginx(site: BuiltSite, dataDir: string, say: (line: string) => void): Promise<CachedRate[]> {
  await using others = new AsyncDisposableStack();
  const sites = [site];
  while (sites.length <= otherProcesses) {
    const other = others.use(
      await startBuiltSite({ DATA_DIR: join(dataDir, `other-${sites.length}`), LOG_LEVEL: 'warn' }),
    );
    sites.push(other);
    pin(other.process.pid ?? 0);
  }
  const rates: CachedRate[] = [];
  for (const path of cachedPaths) {
    say(`cached ${path}, compared with nginx`);
    rates.push(await measureCached(sites, path));
  }
  return rates;
}

/** Measures everything and writes `tools/bench/results.md`. @returns the targets that were missed. */
export async function runBench(chromium: string, say: (line: string) => void): Promise<string[]> {
  const machine = describeMachine(chromium);
  say('uncached renders');
  const rates = await measureRenders();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-bench-'));
  await using site = await startBuiltSite({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' });
  const pid = site.process.pid ?? 0;
  const memory: Results['memory'] = [];
  const readMemory = (after: string) => memory.push({ after, megabytes: residentMegabytes(pid) });
  readMemory('the start');
  say('first loads in Chromium');
  const loads = await measureBrowserLoads(
    chromium,
    site.url,
    Object.values(budgets.html).flatMap(({ paths }) => paths.slice(0, 1)),
  );
  readMemory('first loads');
  // From here on the server has one core, because the ratio to nginx compares rates of one core.
  pin(pid);
  say('every page of the site');
  const visited = await crawlSite(
    site.url,
    locales.map((locale) => localePath('/', locale)),
  );
  const pages = [...visited.values()].filter(({ status, ids }) => status === 200 && ids.size > 0).length;
  readMemory(`a request for each of ${pages} pages`);
  const cached = await compareWithNginx(site, folder.path, say);
  readMemory('the cached load');
  say('every page of the site, again');
  await crawlSite(site.url, [...visited.keys()]);
  readMemory('all pages again');
  const registrations: Results['registrations'] = [];
  for (const engine of engines) {
    say(`registrations on ${engine}`);
    registrations.push(await measureRegistrations(engine, 20, 60));
  }
  const date = new Date().toISOString().slice(0, 10);
  const results = { date, machine, cached, rates, loads, memory, registrations };
  await writeFile(join(projectRoot, 'tools/bench/results.md'), formatResults(results));
  return judgeTargets(results)
    .filter(({ met }) => !met)
    .map(({ name, measured }) => `${name}: ${measured}`);
}
