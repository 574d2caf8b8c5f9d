/** Measures cached pages a second on one core, and compares with nginx: the same bytes with the same headers, from one worker on the same core. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../tests/services/free-port.ts';
import { type BuiltSite } from '../../tests/sites/start-built-site.ts';
import { until } from '../../tests/until.ts';
import { median } from './statistics.ts';
import { type TimedAnswer, timedGet } from './timed-get.ts';

/** Many short rounds: on a shared machine a rate changes by a third within a minute, so only neighbouring measurements can be compared. */
const rounds = 8;
const seconds = 2;
const connections = 64;
export const serverCore = '0';
const loadCore = '1';

export interface CachedRate {
  path: string;
  bytes: number;
  /** Answers a second: medians of all rounds. */
  ours: number;
  nginx: number;
  /** Median ratio of the site's rate to nginx's rate right after it: of all rounds, and of each server process. */
  ratio: number;
  ratios: number[];
}

const run = promisify(execFile);

/** Keeps a process and all its threads on one core. */
export function pin(pid: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', serverCore, String(pid)], { stdio: 'ignore' });
}

/** Answers a second, as wrk counts them. @throws when any answer was not a 2xx. */
async function load(url: string, duration: number): Promise<number> {
  const headers = ['-H', 'Accept-Encoding: br', '-H', 'Accept-Language: en-GB,en;q=0.9,es;q=0.8'];
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${duration}s`, ...headers, url];
  const [command = '', ...parameters] = availableParallelism() > 1 ? ['taskset', '-c', loadCore, ...wrk] : wrk;
  const { stdout } = await run(command, parameters);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (/Non-2xx/.test(stdout) || !Number.isFinite(rate)) throw new Error(`wrk could not load ${url}:\n${stdout}`);
  return rate;
}

/** Waits for the final bytes of a page: the cache compresses the first answer quickly, and later replaces it by a smaller one. */
async function finalAnswer(url: string): Promise<TimedAnswer> {
  const first = await timedGet(url);
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await timedGet(url);
    if (answer.body.length < first.body.length) return answer;
    await pause(50);
  }
  return first;
}

/** Headers that nginx writes itself. */
const nginxHeaders = new Set(['content-length', 'content-type', 'date', 'connection', 'keep-alive', 'etag']);

async function startNginx(folder: string, port: number, { body, rawHeaders }: TimedAnswer): Promise<ChildProcess> {
  // nginx's worker drops its privileges, so everybody must be able to read the folder.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'page'), body);
  const added = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || nginxHeaders.has(name.toLowerCase())
      ? []
      : [`add_header ${name} "${rawHeaders[index + 1]?.replaceAll('"', '\\"')}";`],
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10 inactive=600s; open_file_cache_valid 600s;
      default_type "text/html; charset=utf-8";
      server { listen 127.0.0.1:${port}; root ${folder}; location = /page { ${added.join(' ')} } }
    }`,
  );
  const nginx = spawn('taskset', ['-c', serverCore, 'nginx', '-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'ignore',
  });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/page`).catch(() => null))?.ok;
  await until(isReady, 'nginx to start').catch((error: unknown) => {
    nginx.kill('SIGTERM');
    throw error;
  });
  return nginx;
}

/**
 * Measures site and nginx in turns, so that a change of the machine's load affects both.
 * @param sites processes with the same content, each pinned to a core. There are several because V8's compiled code differs in speed by 10 % and more.
 */
export async function measureCached(sites: readonly BuiltSite[], path: string): Promise<CachedRate> {
  const urls = sites.map(({ url }) => url.replace('localhost', '127.0.0.1') + path);
  const answers = await Promise.all(urls.map(finalAnswer));
  const [answer] = answers;
  if (!answer) throw new Error('there is no site to measure');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-nginx-'));
  const port = await freePort();
  const nginx = await startNginx(folder.path, port, answer);
  try {
    for (const url of urls) await load(url, 3);
    const pairs = urls.map((): { ours: number; nginx: number }[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, url] of urls.entries())
        pairs[index]?.push({
          ours: await load(url, seconds),
          nginx: await load(`http://127.0.0.1:${port}/page`, seconds),
        });
    }
    const all = pairs.flat();
    const ratio = (some: typeof all) => median(some.map(({ ours, nginx: theirs }) => ours / theirs));
    return {
      path,
      bytes: answer.body.length,
      ours: median(all.map(({ ours }) => ours)),
      nginx: median(all.map((pair) => pair.nginx)),
      ratio: ratio(all),
      ratios: pairs.map(ratio),
    };
  } finally {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }
}
