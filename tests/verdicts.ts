/**
 * Verdicts of a browser about pages, kept in `.cache/` by the hash of all that made them: the page's HTML, every style and script of the
 * build, Chromium, axe, and the test that asks. A page that is the same is not asked again; an empty cache, as CI has it, proves everything.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../scripts/project-root.ts';

const folder = join(projectRoot, '.cache/verdicts');

function filesOfBuild(): string[] {
  return readdirSync(join(projectRoot, 'dist/browser/assets'))
    .sort()
    .map((name) => join(projectRoot, 'dist/browser/assets', name));
}

/** None where there is no such file, or one that a run which was ended has left half written. */
function keysIn(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } catch {
    return [];
  }
}

export class Verdicts {
  readonly #file: string;
  readonly #base: string;
  readonly #before: ReadonlySet<string>;
  readonly #good = new Set<string>();

  /** @param name of the file that they are kept in. @param askers the files of the test, relative to the project: another question has other answers. */
  constructor(name: string, browser: Browser, askers: readonly string[]) {
    this.#file = join(folder, `${name}.json`);
    const hash = createHash('sha256').update(browser.version());
    for (const file of [
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      ...filesOfBuild(),
      ...askers.map((asker) => join(projectRoot, asker)),
    ])
      hash.update(file.slice(projectRoot.length)).update(readFileSync(file));
    this.#base = hash.digest('hex');
    this.#before = new Set(keysIn(this.#file));
  }

  /**
   * @param question what is asked of the page besides its HTML. @param html as the site at `siteUrl` serves it.
   * @returns the key for `isGood` and `keep`.
   */
  keyOf(question: string, html: string, siteUrl: string): string {
    // The port is another one each time, and the release's name says nothing that its files do not say.
    const lasting = html
      .replaceAll(siteUrl, '')
      .replaceAll(encodeURIComponent(siteUrl), '')
      .replace(/ data-build="[^"]*"/, '');
    return createHash('sha256')
      .update(this.#base)
      .update(`\n${question}\n`)
      .update(lasting)
      .digest('base64url')
      .slice(0, 24);
  }

  /** Whether nothing was wrong with the same page before. */
  isGood(key: string): boolean {
    const known = this.#before.has(key);
    if (known) this.#good.add(key);
    return known;
  }

  /** Only good verdicts are kept: what was wrong is asked until it is right. */
  keep(key: string): void {
    this.#good.add(key);
  }

  /** Writes down what this run has seen; what it did not see is forgotten, unless it was ended before. */
  save(finished: boolean): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      `${this.#file}.new`,
      JSON.stringify(finished ? [...this.#good] : [...new Set([...this.#before, ...this.#good])]),
    );
    renameSync(`${this.#file}.new`, this.#file);
  }
}
