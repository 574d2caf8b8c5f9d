/**
 * Remembers in `.cache/` which pages a browser found nothing wrong with. The key is a hash of everything that matters: the page's HTML,
 * every style and script of the build, Chromium, axe, and the test itself. An unchanged page is not checked again; with an empty cache, as
 * in CI, every page is.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../tools/project-root.ts';

const folder = join(projectRoot, '.cache/verdicts');

function filesOfBuild(): string[] {
  return readdirSync(join(projectRoot, 'dist/browser/assets'))
    .sort()
    .map((name) => join(projectRoot, 'dist/browser/assets', name));
}

/** Empty when the file does not exist, or is incomplete because a run was ended while writing it. */
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

  /** @param name of the cache file. @param askers the test's source files, relative to the project: a changed test needs new verdicts. */
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
   * @param question what the test checks besides the HTML. @param html as the site at `siteUrl` serves it.
   * @returns the key for `isGood` and `keep`.
   */
  keyOf(question: string, html: string, siteUrl: string): string {
    // The port differs in each run, and the build id says nothing that the build's files do not say.
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

  /** Whether an earlier run found nothing wrong with the same page. */
  isGood(key: string): boolean {
    const known = this.#before.has(key);
    if (known) this.#good.add(key);
    return known;
  }

  /** Keeps a good verdict. Bad ones are not kept: such a page is checked until it is right. */
  keep(key: string): void {
    this.#good.add(key);
  }

  /** Writes the verdicts to the file. A finished run forgets those that it did not use; an unfinished one keeps all. */
  save(finished: boolean): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      `${this.#file}.new`,
      JSON.stringify(finished ? [...this.#good] : [...new Set([...this.#before, ...this.#good])]),
    );
    renameSync(`${this.#file}.new`, this.#file);
  }
}
