/**
 * `node tools/bench/content/steady-load.ts URL PER_SECOND SECONDS FILE`: asks for the paths of a file, one after the other, at a steady rate, however long the
 * answers take, and prints how long each waited from the moment at which it was due. A process of its own: what it does must not wait for the bench.
 */
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface SteadyLoad {
  requests: number;
  /** Answers with another status than 200, and connections that broke. */
  failed: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  worst: number;
}

const [url = '', perSecond = '500', seconds = '10', file = ''] = process.argv.slice(2);
const paths = (await readFile(file, 'utf8')).trim().split('\n');
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const everyMs = 1000 / Number(perSecond);
const total = Number(perSecond) * Number(seconds);
const waited: number[] = [];
let failed = 0;

function ask(path: string, dueAt: number): Promise<void> {
  return new Promise((resolve) => {
    const request = get(`${url}${path}`, { agent, headers: { 'accept-encoding': 'br', 'user-agent': 'bench' } });
    request.on('response', (response) => {
      response.resume().on('end', () => {
        waited.push(performance.now() - dueAt);
        if (response.statusCode !== 200) failed += 1;
        resolve();
      });
    });
    request.on('error', () => {
      failed += 1;
      resolve();
    });
  });
}

const start = performance.now();
const open: Promise<void>[] = [];
for (let sent = 0; sent < total;) {
  for (; sent < total && start + sent * everyMs <= performance.now(); sent += 1)
    open.push(ask(paths[sent % paths.length] ?? '/', start + sent * everyMs));
  await wait(1);
}
await Promise.all(open);
agent.destroy();
waited.sort((one, other) => one - other);
const at = (share: number) => waited[Math.min(waited.length - 1, Math.floor(waited.length * share))] ?? Number.NaN;
const result: SteadyLoad = { requests: total, failed, median: at(0.5), p99: at(0.99), worst: at(1) };
console.log(JSON.stringify(result));
