/**
 * Finds assets that this build does not have, in the data folder: those of former builds, and those of the newer build with which another instance
 * has started meanwhile. During a rolling release, a load balancer sends the asset requests of a page to instances of either build (R60, R61).
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { readKeptNames } from './former-assets.ts';
import { type StaticFile, createCompressedFile, immutable } from './static-files.ts';

const maxFiles = 500;

export class OtherBuildAssets {
  readonly #folder: string;
  readonly #files: LRUCache<string, Promise<StaticFile | null>>;
  /** Names of files in the data folder. */
  #names: ReadonlySet<string> = new Set();
  #readAt = -1;

  /** @param folder where all instances that share a data folder keep the assets of their builds. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#files = new LRUCache({ max: maxFiles });
  }

  /** Finds the file of an address such as `/assets/chart.island-1a2b3c4d.js`. @returns null for a name that no kept build has. */
  async find(path: string): Promise<StaticFile | null> {
    const name = /^\/assets\/([\w.-]+)$/.exec(path)?.[1];
    if (name === undefined) return null;
    await this.#readNames();
    if (!this.#names.has(name)) return null;
    let file = this.#files.get(name);
    if (!file) {
      file = this.#read(name);
      this.#files.set(name, file);
    }
    return file;
  }

  /** Reads the list of builds again after a change: another instance may have stored its build. */
  async #readNames(): Promise<void> {
    const list = join(this.#folder, 'builds.json');
    const changedAt = (await stat(list).catch(() => null))?.mtimeMs ?? 0;
    if (changedAt === this.#readAt) return;
    this.#readAt = changedAt;
    this.#names = readKeptNames(list);
  }

  async #read(name: string): Promise<StaticFile | null> {
    try {
      return await createCompressedFile(await readFile(join(this.#folder, name)), name, immutable);
    } catch {
      this.#files.delete(name);
      return null;
    }
  }
}
