/** A visitor who only reads: requests pages in three languages all the time, and reports each that fails or differs from its first bytes. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttackedSite } from './attacked-site.ts';
import { watchedPaths } from './generate/page-requests.ts';
import type { Findings } from './findings.ts';
import { exchange, plainGet } from './raw-connection.ts';

const patience = 30_000;
const ownAddress = '127.0.77.1';

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

export function bytesOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

export class HealthyVisitor {
  readonly #options: Options;
  readonly #baseline = new Map<string, string>();
  readonly #bodies = new Map<string, string>();
  #stopped = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Records the bytes of each page as the baseline. @throws when a page does not answer 200: then there is nothing to attack. */
  async learn(site: AttackedSite): Promise<void> {
    for (const path of watchedPaths) {
      const {
        answers: [answer],
      } = await exchange({ port: site.port, from: ownAddress, pieces: [plainGet(path, site.port)], patience });
      if (answer?.status !== 200)
        throw new Error(`${path} answers ${answer?.status ?? 'nothing'} before anything was attacked`);
      this.#baseline.set(path, bytesOf(answer.body));
      this.#bodies.set(path, answer.body);
    }
  }

  /** Whether the body equals the baseline of `learn`. */
  isAsEver(path: string, body: string): boolean {
    return this.#baseline.get(path) === bytesOf(body);
  }

  /** Views each page once. @returns what is wrong. */
  async lookAtAll(site: AttackedSite, sameBytes = true): Promise<string[]> {
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
      const path = watchedPaths[index % watchedPaths.length] ?? '/';
      const site = running();
      if (!site) continue;
      const compared = sameBytes();
      const wrong = await this.#view(site, path, compared && this.#baseline.size > 0);
      // The attack itself ended this site during the request: no failure.
      if (wrong && (running() !== site || site.isEnding())) continue;
      // The content service began to lie during the request, and the page may show it.
      if (wrong?.includes('other bytes') && !sameBytes()) continue;
      if (wrong)
        findings.failedView(name, site.isGone() ? `${wrong}; the process is gone: ${site.output.slice(-600)}` : wrong);
    }
  }

  async #view(site: AttackedSite, path: string, sameBytes: boolean): Promise<string | null> {
    this.#options.findings.views += 1;
    const started = performance.now();
    const {
      answers: [answer],
      refused,
      reset,
    } = await exchange({ port: site.port, from: ownAddress, pieces: [plainGet(path, site.port)], patience });
    if (!answer)
      return `${path}: ${refused ? 'refused' : reset ? 'cut' : `no answer in ${Math.round(performance.now() - started)} ms`}`;
    if (answer.status !== 200) return `${path}: ${answer.status}`;
    if (sameBytes && !this.isAsEver(path, answer.body)) {
      this.#options.findings.keepView(path, answer.body, this.#bodies.get(path) ?? '');
      return `${path}: other bytes than before`;
    }
    return null;
  }
}
