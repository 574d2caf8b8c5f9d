/** A visitor who only reads: requests pages in three languages all the time, and reports each that fails or differs from its first bytes. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackedSite } from './attacked-site.ts';
import { watchedPaths } from './generate/page-requests.ts';
import { get } from './raw-connection.ts';
import type { Findings } from './report.ts';

interface Options {
  name: string;
  /** Null while no site is running. */
  site: () => AttackedSite | null;
  findings: Findings;
  /** Milliseconds between two views. */
  every: number;
  /** False while pages may legitimately differ: then a page only has to answer 200. */
  sameBytes?: () => boolean;
}

export class HealthyVisitor {
  readonly #options: Options;
  readonly #pages = new Map<string, string>();
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Remembers each page as it is before the attack. @throws when a page does not answer 200: then there is nothing to attack. */
  async learn(site: AttackedSite): Promise<void> {
    for (const path of watchedPaths) {
      const { answer } = await get(site, path);
      if (answer?.status !== 200)
        throw new Error(`${path} answers ${answer?.status ?? 'nothing'} before anything was attacked`);
      this.#pages.set(path, answer.body);
    }
  }

  /** Whether the body is that of `learn`. */
  isUnchanged(path: string, body: string): boolean {
    return this.#pages.get(path) === body;
  }

  /** Views each page once. @returns what is wrong. */
  async viewAll(site: AttackedSite, sameBytes = true): Promise<string[]> {
    const wrong: string[] = [];
    for (const path of watchedPaths) {
      const found = await this.#view(site, path, sameBytes);
      if (found) wrong.push(found);
      // After three pages without an answer, the others would only cost time.
      if (wrong.filter((one) => one.includes('no answer')).length >= 3) break;
    }
    return wrong;
  }

  start(): void {
    this.#loop = this.#walk();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #walk(): Promise<void> {
    const { findings, every, name, site: running, sameBytes = () => true } = this.#options;
    for (let index = 0; !this.#stopped; index += 1) {
      await wait(every);
      const site = running();
      if (!site) continue;
      const wrong = await this.#view(site, watchedPaths[index % watchedPaths.length] ?? '/', sameBytes());
      // The attack itself ended this site during the request: no failure.
      if (!wrong || running() !== site || site.isEnding()) continue;
      // The content service began to lie during the request, and the page may show it.
      if (wrong.includes('other bytes') && !sameBytes()) continue;
      findings.failedView(name, site.isGone() ? `${wrong}; the process is gone: ${site.output.slice(-600)}` : wrong);
    }
  }

  async #view(site: AttackedSite, path: string, sameBytes: boolean): Promise<string | null> {
    this.#options.findings.views += 1;
    const started = performance.now();
    const { answer, refused, reset } = await get(site, path);
    if (!answer)
      return `${path}: ${refused ? 'refused' : reset ? 'cut' : `no answer in ${Math.round(performance.now() - started)} ms`}`;
    if (answer.status !== 200) return `${path}: ${answer.status}`;
    if (!sameBytes || this.isUnchanged(path, answer.body)) return null;
    const before = this.#pages.get(path) ?? '';
    const name = this.#options.findings.keep(`view${path}`, { 'now.html': answer.body, 'before.html': before });
    return `${path}: other bytes than before${name ? ` (${name})` : ''}`;
  }
}
