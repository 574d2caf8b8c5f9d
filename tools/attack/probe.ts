/**
 * Loaded into the attacked server with `--import`: shifts its clock, and reports its memory and its pauses over the IPC channel to its
 * parent. A pause is time in which the event loop answered nobody. It excludes what is not the site's fault: the time in which the kernel
 * let the process, or a thread of V8 that it waited for, wait for a core; the time that a virtual machine lost to its host; and the
 * garbage collection that the probe itself requests.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Pause {
  milliseconds: number;
  /** Milliseconds in which the thread itself computed; otherwise it waited for a disk, a pipe or another thread. */
  computing: number;
  /** How often during the pause the kernel read a page of memory, mostly of program code, from the disk. */
  majorFaults: number;
  /** Milliseconds during the pause in which any process on the machine waited for a disk; 0 where the kernel does not report it. */
  disk: number;
}

export interface Measurement {
  /** Bytes in use: objects on the heap, and buffers outside of it (`external`). For `measure`, after a garbage collection. */
  heap: number;
  external: number;
  /** Since the previous query. */
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

/** Reads a number from a file of `/proc`; 0 on systems that do not have it. */
function numberIn(file: string, find: (text: string) => unknown): number {
  try {
    return Number(find(readFileSync(file, 'latin1'))) || 0;
  } catch {
    return 0;
  }
}

/** Milliseconds for which a thread was ready to run but had no core. @param thread its folder in `/proc`. */
const starved = (thread: string) => numberIn(`${thread}/schedstat`, (text) => text.split(' ')[1]) / 1e6;
/** Milliseconds that the host took from each core of this virtual machine, in steps of 10. */
function stolen(): number[] {
  try {
    const lines = readFileSync('/proc/stat', 'latin1').matchAll(/^cpu\d+ .*$/gm);
    return [...lines].map(([line]) => Number(line.split(' ')[8]) * 10);
  } catch {
    return [];
  }
}
/** Counts the fields after the name of the thread, because the name may contain anything but a newline. */
const majorFaults = () =>
  numberIn('/proc/thread-self/stat', (text) => text.slice(text.lastIndexOf(')')).split(' ')[10]);
const disk = () => numberIn('/proc/pressure/io', (text) => /some .*total=(\d+)/.exec(text)?.[1]) / 1000;

/** The worker threads of V8: during each garbage collection the event loop waits for the slowest of them. */
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

/** Milliseconds of CPU time that this thread has used. */
function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds. */
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

/** What grew most among the same counters, read twice. */
function mostGrown(now: readonly number[], before: readonly number[]): number {
  return Math.max(0, ...now.map((value, index) => value - (before[index] ?? value)));
}

function look(): void {
  const now = reading();
  const computing = now.computed - last.computed;
  const unserved = now.at - last.at - beat - (now.starved - last.starved);
  // The thread runs on one core, and waits for the slowest helper.
  const taken = mostGrown(now.helpers, last.helpers) + mostGrown(now.stolen, last.stolen);
  // CPU time of the thread always counts: only waiting is subtracted.
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

let measures = false;
function begin(): void {
  if (measures) return;
  measures = true;
  forget();
  setInterval(look, beat).unref();
}

// The start does not count, because the server answers nobody yet: pauses are measured from here on, or from the first question.
setTimeout(begin, 5000).unref();

process.on('message', (question: ProbeQuestion) => {
  if (measures) look();
  const longestPause = longest;
  begin();
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
// When the attack dies, the server must not stay behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel alone must not keep a server alive that has finished.
process.channel?.unref();
