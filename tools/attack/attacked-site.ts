/** Runs the real built server as a child process with the probe (`probe.ts`) inside, queries the probe, and ends only this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { on } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../project-root.ts';
import serverProcess from '../server-process.json' with { type: 'json' };
import { addressHeader } from './generate/endpoints.ts';
import type { Measurement, Pause, ProbeQuestion } from './probe.ts';

/** Milliseconds; enough for a machine that also runs other work. */
const startTimeoutMs = 180_000;
const answerTimeoutMs = 60_000;

/** The running processes, so that an attack leaves none behind. */
const runningSites = new Set<ChildProcess>();

/** Kills every site that still runs. */
export function endEverySite(): void {
  for (const child of runningSites) child.kill('SIGKILL');
}

export class AttackedSite {
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #output = '';
  #questions = 0;

  private constructor(child: ChildProcess, port: number) {
    this.port = port;
    this.#child = child;
    runningSites.add(child);
    this.#ended = new Promise((resolve) =>
      child.once('exit', () => {
        runningSites.delete(child);
        resolve();
      }),
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk.toString()}`.slice(-20_000);
      });
  }

  /** Starts the site. @throws with the end of its output when it exits before it is ready, or is not ready after three minutes. */
  static async start({ port, dataDir }: { port: number; dataDir: string }): Promise<AttackedSite> {
    const probe = join(projectRoot, 'tools/attack/probe.ts');
    const main = join(projectRoot, 'dist/server/main.js');
    const child = spawn(process.execPath, [...serverProcess.flags, '--import', probe, main], {
      cwd: projectRoot,
      env: {
        ...serverProcess.environment,
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        BROKERFRONT_ROOT: projectRoot,
        PORT: String(port),
        HOST: '127.0.0.1',
        SITE_URL: `http://localhost:${port}`,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '0',
        CLIENT_IP_HEADER: addressHeader,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const site = new AttackedSite(child, port);
    const limit = performance.now() + startTimeoutMs;
    while (!site.#output.includes('The site is ready')) {
      const isLate = performance.now() > limit;
      if (isLate) child.kill('SIGKILL');
      if (isLate || site.isGone()) {
        const end = isLate ? 'was not ready after three minutes' : `ended with ${child.exitCode ?? child.signalCode}`;
        throw new Error(`the start ${end}: ${site.#output.trim().slice(-1500)}`);
      }
      await wait(10);
    }
    return site;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get host(): string {
    return `localhost:${this.port}`;
  }

  /** The last 20 000 characters of stdout and stderr. */
  get output(): string {
    return this.#output;
  }

  isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #ask(ask: ProbeQuestion['ask']): Promise<Measurement> {
    this.#questions += 1;
    const question: ProbeQuestion = { ask, id: this.#questions };
    const answers = on(this.#child, 'message', { signal: AbortSignal.timeout(answerTimeoutMs), close: ['exit'] });
    this.#child.send(question);
    for await (const [answer] of answers as AsyncIterable<[Measurement & { id: number }]>)
      if (answer.id === question.id) return answer;
    throw new Error('the process is gone');
  }

  /** Measures memory after a garbage collection. @throws when the probe does not answer within a minute or the process is gone. */
  measure(): Promise<Measurement> {
    return this.#ask('measure');
  }

  /** Reads the longest pause since the last query of the probe, without a garbage collection. @throws as `measure` does. */
  async longestPause(): Promise<Pause> {
    return (await this.#ask('forget-pauses')).longestPause;
  }

  /** Counts the open descriptors, from Linux's `/proc`. @throws when the process is gone. */
  descriptors(): number {
    return readdirSync(`/proc/${this.#child.pid ?? 0}/fd`).length;
  }

  /** Ends the process, with SIGKILL if it still runs after 30 seconds. */
  async end(): Promise<void> {
    if (!this.isGone()) this.#child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.#child.kill('SIGKILL'), 30_000);
    await this.#ended;
    clearTimeout(killTimer);
  }
}
