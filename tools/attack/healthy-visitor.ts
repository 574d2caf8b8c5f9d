/** A visitor who only reads: requests pages in three languages all the time, and reports each that fails or differs from its first bytes. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackedSite } from './attacked-site.ts';
import { watchedPaths } from './generate/page-requests.ts';
import { get } from './raw-connection.ts';
import type { Findings } from './report.ts';

interface Options {
  site: AttackedSite;
  findings: Findings;
  /** Milliseconds between two views. */
  intervalMs: number;
}

export class HealthyVisitor {
  readonly #options: Options;
  readonly #pages = new Map<string, string>();
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Records the bytes of each page before the attack. @throws when a page does not answer 200, because the attack would be meaningless. */
  async learn(): Promise<void> {
    for (const path of watchedPaths) {
      const { answer } = await get(this.#options.site, path);
      if (answer?.status !== 200)
        throw new Error(`${path} answers ${answer?.status ?? 'nothing'} before anything was attacked`);
      this.#pages.set(path, answer.body);
    }
  }

  /** Tells whether the body is the one that `learn` recorded. */
  isUnchanged(path: string, body: string): boolean {
    return this.#pages.get(path) === body;
  }

  /** Views each page once. @returns the problems. */
  async viewAll(): Promise<string[]> {
    const problems: string[] = [];
    for (const path of watchedPaths) {
      const found = await this.#view(path);
      if (found) problems.push(found);
      // After three pages without an answer, the others would only cost time.
      if (problems.filter((one) => one.includes('no answer')).length >= 3) break;
    }
    return problems;
  }

  start(): void {
    this.#loop = this.#walk();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #walk(): Promise<void> {
    const { findings, intervalMs, site } = this.#options;
    for (let index = 0; !this.#stopped; index += 1) {
      await wait(intervalMs);
      const problems = await this.#view(watchedPaths[index % watchedPaths.length] ?? '/');
      if (!problems) continue;
      findings.failedView(site.isGone() ? `${problems}; the process is gone: ${site.output.slice(-600)}` : problems);
    }
  }

  async #view(path: string): Promise<string | null> {
    this.#options.findings.pageViews += 1;
    const started = performance.now();
    const { answer, isRefused, isReset } = await get(this.#options.site, path);
    if (!answer)
      return `${path}: ${isRefused ? 'refused' : isReset ? 'cut' : `no answer in ${Math.round(performance.now() - started)} ms`}`;
    if (answer.status !== 200) return `${path}: ${answer.status}`;
    if (this.isUnchanged(path, answer.body)) return null;
    const former = this.#pages.get(path) ?? '';
    const name = this.#options.findings.keep(`view${path}`, { 'now.html': answer.body, 'before.html': former });
    return `${path}: other bytes than before${name ? ` (${name})` : ''}`;
  }
}
