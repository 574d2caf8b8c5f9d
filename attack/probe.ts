/**
 * Loaded into the attacked server with `--import`: shifts its clock, and answers questions about its memory and its pauses over the
 * channel to its parent. A pause is time in which the loop answered nobody. What it only waited for a core, or for a thread of V8's that
 * waited for one, as the kernel counts it, is not the site's, nor is what a virtual machine lost to its host, nor the collection that
 * the probe itself asks for.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Pause {
  milliseconds: number;
  /** Of the milliseconds, those in which the thread itself computed; in the others it waited for a disk, a pipe or another thread. */
  computing: number;
  /** How often in it a page of memory, of program code mostly, had to be read from the disk. */
  majorFaults: number;
  /** Milliseconds in it in which somebody on the machine waited for a disk: 0 where the kernel does not say. */
  disk: number;
}

export interface Measurement {
  /** Bytes in use after a collection: objects, and buffers outside the heap. */
  heap: number;
  external: number;
  /** Since the last question. */
  longestPause: Pause;
}

export interface ProbeQuestion {
  ask: 'measure' | 'forget-pauses';
  id: number;
}

const shift = Number(process.env['ATTACK_CLOCK_MS'] ?? 0);
if (shift !== 0) {
  const RealDate = Date;
  const shifted = class extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + shift);
      else super(...(given as [number]));
    }

    static override now(): number {
      return RealDate.now() + shift;
    }
  };
  globalThis.Date = new Proxy(shifted, { apply: () => new shifted().toString() }) as unknown as DateConstructor;
}

/** Files of `/proc` say nothing on other systems. */
function numberIn(file: string, find: (text: string) => unknown): number {
  try {
    return Number(find(readFileSync(file, 'latin1'))) || 0;
  } catch {
    return 0;
  }
}

/** Milliseconds that a thread was ready to run and had no core, by its folder in `/proc`. */
const starved = (thread: string) => numberIn(`${thread}/schedstat`, (text) => text.split(' ')[1]) / 1e6;
/** Milliseconds that the host of a virtual machine took from its cores, to the hundredth of a second. */
const stolen = () => numberIn('/proc/stat', (text) => text.split('\n', 1)[0]?.trim().split(/ +/)[8]) * 10;
/** The fields after the name of the thread, which may hold anything but a newline. */
const majorFaults = () =>
  numberIn('/proc/thread-self/stat', (text) => text.slice(text.lastIndexOf(')')).split(' ')[10]);
const disk = () => numberIn('/proc/pressure/io', (text) => /some .*total=(\d+)/.exec(text)?.[1]) / 1000;

/** V8's own threads: the loop waits for the slowest of them in each collection. */
function helpers(): string[] {
  const folder = '/proc/self/task';
  try {
    return readdirSync(folder)
      .map((id) => join(folder, id))
      .filter((thread) => readFileSync(join(thread, 'comm'), 'latin1') === 'V8Worker\n');
  } catch {
    return [];
  }
}
const helperThreads = helpers();

/** Milliseconds of work of this thread. */
function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const beat = 10;
const reading = () => ({
  at: performance.now(),
  starved: starved('/proc/thread-self'),
  helpers: helperThreads.map(starved),
  computed: computed(),
  stolen: stolen(),
  majorFaults: majorFaults(),
  disk: disk(),
});
const noPause: Pause = { milliseconds: 0, computing: 0, majorFaults: 0, disk: 0 };
let longest = noPause;
let last = reading();

function forget(): void {
  longest = noPause;
  last = reading();
}

function look(): void {
  const now = reading();
  const computing = now.computed - last.computed;
  const unserved = now.at - last.at - beat - (now.starved - last.starved);
  const starvedHelper = Math.max(0, ...now.helpers.map((value, index) => value - (last.helpers[index] ?? 0)));
  const taken = starvedHelper + now.stolen - last.stolen;
  // What it computed counts in any case.
  const milliseconds = unserved - Math.min(Math.max(0, unserved - computing), taken);
  if (milliseconds > longest.milliseconds)
    longest = {
      milliseconds,
      computing,
      majorFaults: now.majorFaults - last.majorFaults,
      disk: now.disk - last.disk,
    };
  last = now;
}

// The start is not measured: nobody is answered yet.
setTimeout(
  () => {
    forget();
    setInterval(look, beat).unref();
  },
  Number(process.env['ATTACK_PAUSES_AFTER_MS'] ?? 5000),
).unref();

process.on('message', (question: ProbeQuestion) => {
  look();
  const longestPause = longest;
  if (question.ask === 'measure') {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({
    id: question.id,
    heap: heapUsed,
    external: Math.max(external, arrayBuffers),
    longestPause,
  } satisfies Measurement & { id: number });
  forget();
});
// An attack that was cut off leaves no server behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel alone must not keep a server alive that wants to end.
process.channel?.unref();
