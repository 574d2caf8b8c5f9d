/**
 * Requests pages at a steady rate, however long the answers take, and measures each answer from the moment at which its request was due. Runs in a
 * separate process, so that it never waits for the bench.
 */
import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { quantile } from './statistics.ts';
import { timedGet } from './timed-get.ts';

export interface SteadyLoad {
  requests: number;
  /** Answers with another status than 200, and connections that broke. */
  failed: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  worst: number;
}

interface Plan {
  url: string;
  perSecond: number;
  seconds: number;
  paths: readonly string[];
}

/** Sends the requests from a separate process. @param within a program with arguments that starts the process. @throws when the process fails. */
export async function sendSteadyLoad(plan: Plan, within: readonly string[] = []): Promise<SteadyLoad> {
  const [program, ...parameters] = [...within, process.execPath, import.meta.filename, JSON.stringify(plan)];
  const { stdout } = await promisify(execFile)(program, parameters);
  return JSON.parse(stdout) as SteadyLoad;
}

async function load({ url, perSecond, seconds, paths }: Plan): Promise<SteadyLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const waitTimes: number[] = [];
  let failed = 0;
  const requests = perSecond * seconds;
  const start = performance.now();
  const open: Promise<void>[] = [];
  while (open.length < requests) {
    const dueAt = start + (open.length / perSecond) * 1000;
    if (dueAt > performance.now()) {
      await wait(1);
      continue;
    }
    const path = paths[open.length % paths.length] ?? '/';
    open.push(
      timedGet(`${url}${path}`, { 'user-agent': 'bench' }, agent).then(
        () => void waitTimes.push(performance.now() - dueAt),
        () => void (failed += 1),
      ),
    );
  }
  await Promise.all(open);
  agent.destroy();
  return {
    requests,
    failed,
    median: quantile(waitTimes, 0.5),
    p99: quantile(waitTimes, 0.99),
    worst: quantile(waitTimes, 1),
  };
}

if (import.meta.main) console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '{}') as Plan)));
