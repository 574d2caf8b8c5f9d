/**
 * Runs inside the attacked server (`--import`): reports its memory and its pauses to the parent process. A pause is a time in
 * which the event loop answered no request, without the time that other causes took: the wait of the process or of V8's threads for a core, the time
 * that the virtual machine lost to its host, and the garbage collection that the probe requests.
 */
import { globSync, readFileSync } from 'node:fs';

export interface Pause {
  milliseconds: number;
  /** Milliseconds in which the thread itself computed; otherwise it waited for a disk, a pipe or another thread. */
  computing: number;
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

/** Reads from `/proc`; empty on systems that do not have it. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Reads the milliseconds for which a thread was ready but had no core. @param thread its folder in `/proc`. */
const readStarved = (thread: string) => Number(readProc(`${thread}/schedstat`).split(' ')[1] ?? 0) / 1e6;
/** Reads the milliseconds that the host took from each core of this virtual machine, in steps of 10. */
const readStolen = () =>
  [...readProc('/proc/stat').matchAll(/^cpu\d+ .*$/gm)].map(([line]) => Number(line.split(' ')[8]) * 10);

/** The worker threads of V8: during each garbage collection the event loop waits for the slowest of them. */
const helperThreads = globSync('/proc/self/task/*').filter((thread) => readProc(`${thread}/comm`) === 'V8Worker\n');

/** Reads the CPU time of this thread in milliseconds. */
function readComputed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const beatMs = 10;
const readCounters = () => ({
  at: performance.now(),
  starved: readStarved('/proc/thread-self'),
  helpers: helperThreads.map(readStarved),
  computed: readComputed(),
  stolen: readStolen(),
});
const noPause: Pause = { milliseconds: 0, computing: 0 };
let longestPause = noPause;
let lastCounters = readCounters();

function resetPause(): void {
  longestPause = noPause;
  lastCounters = readCounters();
}

/** Finds the largest growth of a counter between two readings. */
function findMaxGrowth(now: readonly number[], before: readonly number[]): number {
  return Math.max(0, ...now.map((value, index) => value - (before[index] ?? value)));
}

function checkPause(): void {
  const now = readCounters();
  const computing = now.computed - lastCounters.computed;
  const unserved = now.at - lastCounters.at - beatMs - (now.starved - lastCounters.starved);
  // The thread runs on one core, and waits for the slowest helper.
  const waitedMs = findMaxGrowth(now.helpers, lastCounters.helpers) + findMaxGrowth(now.stolen, lastCounters.stolen);
  // CPU time of the thread always counts: only waiting is subtracted.
  const milliseconds = unserved - Math.min(Math.max(0, unserved - computing), waitedMs);
  if (milliseconds > longestPause.milliseconds) longestPause = { milliseconds, computing };
  lastCounters = now;
}

let isMeasuring = false;
function startMeasuring(): void {
  if (isMeasuring) return;
  isMeasuring = true;
  resetPause();
  setInterval(checkPause, beatMs).unref();
}

// Measures pauses from here on, or from the first question, because the server answers no requests during its start.
setTimeout(startMeasuring, 5000).unref();

process.on('message', (question: ProbeQuestion) => {
  if (isMeasuring) checkPause();
  const measuredPause = longestPause;
  startMeasuring();
  if (question.ask === 'measure') {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({
    id: question.id,
    heap: heapUsed,
    external: Math.max(external, arrayBuffers),
    longestPause: measuredPause,
  } satisfies Measurement & { id: number });
  resetPause();
});
// When the attack dies, the server must not stay behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel alone must not keep a server alive that has finished.
process.channel?.unref();
