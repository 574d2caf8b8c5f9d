/**
 * What metrics and traces cost a page from the cache: processor time of the server for each answer. V8 compiles the same code differently in each process,
 * and a shared machine is quick now and slow a moment later, both by more than what is measured. So one process changes, in turns: it times and counts
 * nothing, is as it is, has traces too. Another one, which never changes, gets every other slice of some milliseconds of the same load, and
 * what the first one needs is taken as a share of what the second one needed just then. `npm run bench -- observability [turns]`.
 */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { type BuiltSite, freePort, metricsToken, startBuiltSite } from '../../tests/start-built-site.ts';
import { until } from '../../tests/until.ts';
import { pin } from './cached-rate.ts';
import { median } from './machine.ts';

const path = '/forex';
const connections = 16;
/** Answers on each connection in a slice. */
const answersEach = 12;
const slices = 100;
/** Of them: the change itself is still felt in the first ones. */
const slicesBefore = 4;
/** At most this share more than a process that counts nothing and has no traces. */
export const mostCost = 0.02;

const states = ['bare', 'counted', 'traced'] as const;
type State = (typeof states)[number];

/** Nanoseconds that all threads of a process have run. */
function processorTime(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
    } catch {
      return sum;
    }
  }, 0);
}

const changes: readonly [string, string][] = [
  [
    'return answerTimes.observe("cached", performance.now() - began);',
    'return counting ? answerTimes.observe("cached", performance.now() - began) : undefined;',
  ],
  [
    'const began = performance.now();\n\t\tend.attend(response);',
    'const began = counting ? performance.now() : 0;\n\t\tend.attend(response);',
  ],
  [
    'endTracing = await openTracing(config, "',
    `process.on("SIGUSR2", async () => {
      const state = benchRead(process.env["BENCH_STATE"], "utf8");
      counting = state !== "bare";
      await endTracing();
      endTracing = await openTracing({ ...config, tracesUrl: state === "traced" ? process.env["BENCH_TRACES"] : "" }, "bench");
      benchWrite(process.env["BENCH_STATE"], state + " now");
    });
    endTracing = await openTracing(config, "`,
  ],
];
const before = `import { readFileSync as benchRead, writeFileSync as benchWrite } from "node:fs";
let counting = true;
`;

/** A copy of the build that changes its state at a signal. @throws when the build no longer has the lines that are replaced. */
async function switchableBuild(folder: string): Promise<string> {
  const root = join(folder, 'switchable');
  await cp(join(projectRoot, 'dist'), join(root, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'demo', 'accounts']) await symlink(join(projectRoot, name), join(root, name));
  const main = join(root, 'dist/server/main.js');
  let text = await readFile(main, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`the build no longer says: ${from}`);
    text = text.replace(from, to);
  }
  await writeFile(main, before + text);
  return main;
}

/** A collector that takes everything and keeps nothing. */
async function startCollector(): Promise<{ url: string; received: () => number; close: () => void }> {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    close: () => server.close(),
  };
}

/** Asks for the page some times, one after the other, on one connection. @throws when an answer is not the page. */
function askFor(socket: Socket, request: string, times: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = times;
    let text = '';
    const end = (settle: () => void) => {
      socket.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close');
      settle();
    };
    if (socket.destroyed) return reject(new Error('the site has hung up'));
    socket.once('error', (error) => end(() => reject(error)));
    socket.once('close', () => end(() => reject(new Error('the site hung up'))));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      if (!text.startsWith('HTTP/1.1 200')) return end(() => reject(new Error(text.slice(0, head))));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]);
      if (text.length < head + 4 + length) return;
      text = '';
      left -= 1;
      if (left === 0) end(resolve);
      else socket.write(request);
    });
    socket.write(request);
  });
}

class LoadedProcess {
  readonly #site: BuiltSite;
  readonly #stateFile: string;
  readonly #metricsUrl: string;
  #sockets: Socket[] = [];

  private constructor(site: BuiltSite, stateFile: string, metricsUrl: string) {
    this.#site = site;
    this.#stateFile = stateFile;
    this.#metricsUrl = metricsUrl;
  }

  static async start(main: string, folder: string, name: string, collector: string): Promise<LoadedProcess> {
    const port = await freePort();
    const stateFile = join(folder, `${name}.state`);
    const settings = { METRICS_PORT: String(port), BENCH_STATE: stateFile, BENCH_TRACES: collector };
    const site = await startBuiltSite({ DATA_DIR: join(folder, name), LOG_LEVEL: 'warn', ...settings }, main);
    const loaded = new LoadedProcess(site, stateFile, `http://127.0.0.1:${port}/metrics`);
    pin(loaded.pid);
    return loaded;
  }

  /** Not at the start: the site hangs up on a connection that sends nothing for a while. */
  async open(): Promise<void> {
    const port = Number(new URL(this.#site.url).port);
    this.#sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setNoDelay());
    await Promise.all(this.#sockets.map((socket) => once(socket, 'connect')));
  }

  get pid(): number {
    return this.#site.process.pid ?? 0;
  }

  async change(state: State): Promise<void> {
    await writeFile(this.#stateFile, state);
    this.#site.process.kill('SIGUSR2');
    await until(() => readFileSync(this.#stateFile, 'utf8') === `${state} now`, state);
    // What no cache has is a span for the collector.
    await (await fetch(`${this.#site.url}/search?q=${Math.random()}`)).arrayBuffer();
  }

  /** @returns microseconds of processor time of an answer. */
  async slice(): Promise<number> {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(this.#site.url).host}\r\nAccept-Encoding: br\r\nAccept-Language: en-GB,en;q=0.9,es;q=0.8\r\n\r\n`;
    const began = processorTime(this.pid);
    await Promise.all(this.#sockets.map((socket) => askFor(socket, request, answersEach)));
    return (processorTime(this.pid) - began) / (connections * answersEach) / 1000;
  }

  async metrics(): Promise<string> {
    return (await fetch(this.#metricsUrl, { headers: { authorization: `Bearer ${metricsToken}` } })).text();
  }

  async answersCounted(): Promise<number> {
    return Number(/^http_answer_seconds_count\{kind="cached"\} (\d+)$/m.exec(await this.metrics())?.[1]);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.#site.stop();
  }
}

/** What the first process needs for an answer in a state, as a share of what the second one needs meanwhile. @param received batches that the collector got. */
async function share(
  changing: LoadedProcess,
  same: LoadedProcess,
  state: State,
  received: () => number,
): Promise<number> {
  const batches = received();
  await changing.change(state);
  // That batch is the cost of a page that was rendered.
  if (state === 'traced') await until(() => received() > batches, 'the spans');
  const counted = await changing.answersCounted();
  const ratios: number[] = [];
  for (let pair = 0; pair < slices; pair += 1) {
    const first = pair % 2 === 0 ? changing : same;
    const one = await first.slice();
    const other = await (first === changing ? same : changing).slice();
    if (pair >= slicesBefore) ratios.push(first === changing ? one / other : other / one);
  }
  const more = (await changing.answersCounted()) - counted;
  const expected = state === 'bare' ? 0 : slices * connections * answersEach;
  if (more !== expected) throw new Error(`${state}: ${more} answers were counted instead of ${expected}`);
  return median(ratios);
}

export interface ObservabilityCost {
  state: State;
  /** Processor time of an answer as a share of what it is in the state `bare` of the same turn: the median, and half of the turns lie between. */
  ratio: number;
  between: [number, number];
}
export interface ObservabilityCosts {
  costs: ObservabilityCost[];
  /** Of the process that never changes. */
  microseconds: number;
  /** Processor time of one reading of the metrics. */
  readingMilliseconds: number;
}

/** @param turns of each state. @throws when the collector receives nothing, or answers were not counted as the state says. */
export async function measureObservability(turns: number, say: (line: string) => void): Promise<ObservabilityCosts> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-observability-'));
  const collector = await startCollector();
  const running: LoadedProcess[] = [];
  try {
    const main = await switchableBuild(folder);
    const changing = await LoadedProcess.start(main, folder, 'changing', collector.url);
    running.push(changing);
    const same = await LoadedProcess.start(main, folder, 'same', collector.url);
    running.push(same);
    pin(process.pid, '1');
    for (const loaded of running) await loaded.open();
    const usual: number[] = [];
    // Compiled, and compressed for good.
    for (let slice = 0; slice < 200; slice += 1) {
      await changing.slice();
      usual.push(await same.slice());
    }
    const all: Record<State, number>[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const one = {} as Record<State, number>;
      for (let place = 0; place < states.length; place += 1) {
        const state = states[(place + turn) % states.length] as State;
        one[state] = await share(changing, same, state, collector.received);
      }
      all.push(one);
      if ((turn + 1) % 5 === 0) say(`turn ${turn + 1} of ${turns}`);
    }
    const began = processorTime(same.pid);
    for (let reading = 0; reading < 50; reading += 1) await same.metrics();
    const readingMilliseconds = (processorTime(same.pid) - began) / 50 / 1e6;
    const costs = states.slice(1).map((state): ObservabilityCost => {
      const ratios = all.map((one) => one[state] / one.bare).toSorted((a, b) => a - b);
      const quarter = Math.floor(ratios.length / 4);
      return {
        state,
        ratio: median(ratios),
        between: [ratios[quarter] ?? Number.NaN, ratios.at(-1 - quarter) ?? Number.NaN],
      };
    });
    return { costs, microseconds: median(usual.slice(100)), readingMilliseconds };
  } finally {
    for (const loaded of running) await loaded.stop();
    collector.close();
    await rm(folder, { recursive: true, force: true });
  }
}
