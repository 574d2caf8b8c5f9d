/**
 * Finds assets that this build does not have: those of earlier builds, and those of a newer release. During a release, a load balancer may send the
 * asset requests of a page to a site of another build or region (R60, R61; docs/decisions/0048-whole-instances.md).
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readKeptNames } from './former-assets.ts';
import { type StaticFile, createCompressedFile, immutable } from './static-files.ts';

/** Header of a request to another region, which then does not ask further regions. */
export const fromRegionHeader = 'x-asked-by-region';

/** Timeout of a request to another region, in milliseconds. */
const regionTimeoutMs = 2000;
/** Milliseconds until a missing name is looked up again. */
const unknownMs = 10_000;
/** Names that are looked up at the same time. More than a release needs come from a client that guesses. */
const maxLookups = 32;
const maxFound = 500;
const maxUnknown = 2000;
const maxAssetBytes = 2 * 1024 * 1024;

interface Options {
  /** Where sites that share a data folder keep the assets of their builds. */
  folder: string;
  /** Internal addresses of the other regions. */
  regions: readonly string[];
}

/** Accepts only names with a hash: their content is the same wherever it comes from. */
const matchHashedName = (path: string) => /^\/assets\/([\w.-]{1,150}-[\w-]{8}\.\w{1,8})$/.exec(path)?.[1] ?? null;

export class OtherBuildAssets {
  readonly #options: Options;
  readonly #found = new Map<string, StaticFile>();
  /** Missing names, with the time by `performance.now()` until which they are not looked up. */
  readonly #unknown = new Map<string, number>();
  readonly #looking = new Map<string, Promise<StaticFile | null>>();
  /** Names of files in the data folder. */
  #names: ReadonlySet<string>;
  #readAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#names = readKeptNames(this.#list);
  }

  get #list(): string {
    return join(this.#options.folder, 'builds.json');
  }

  /** Finds a file. @param localOnly true for a request of another region: only the data folder is searched. */
  async find(path: string, localOnly: boolean): Promise<StaticFile | null> {
    const name = matchHashedName(path);
    if (name === null) return null;
    const cached = this.#found.get(name);
    if (cached) return cached;
    const key = localOnly ? `here ${name}` : name;
    if ((this.#unknown.get(key) ?? 0) > performance.now()) return null;
    const looking = this.#looking.get(key);
    if (looking) return looking;
    // The limit does not apply to files of earlier builds: right after a release, open pages request many of them.
    if (!this.#names.has(name) && this.#looking.size >= maxLookups) return null;
    const look = this.#look(name, localOnly).catch(() => null);
    this.#looking.set(key, look);
    const file = await look;
    this.#looking.delete(key);
    if (file) addBounded(this.#found, name, file, maxFound);
    else addBounded(this.#unknown, key, performance.now() + unknownMs, maxUnknown);
    return file;
  }

  async #look(name: string, localOnly: boolean): Promise<StaticFile | null> {
    const bytes = (await this.#readStored(name)) ?? (localOnly ? null : await this.#requestFromRegions(name));
    return bytes && createCompressedFile(bytes, name, immutable);
  }

  /** Reads the list again after a change: another site on the same folder may have stored its build. */
  async #readStored(name: string): Promise<Buffer | null> {
    const changedAt = (await stat(this.#list).catch(() => null))?.mtimeMs ?? 0;
    if (changedAt !== this.#readAt) {
      this.#names = readKeptNames(this.#list);
      this.#readAt = changedAt;
    }
    return this.#names.has(name) ? readFile(join(this.#options.folder, name)).catch(() => null) : null;
  }

  /** Requests the file from all regions. @returns the first one that arrives; null when no region has it. */
  async #requestFromRegions(name: string): Promise<Buffer | null> {
    const finished = new AbortController();
    const signal = AbortSignal.any([finished.signal, AbortSignal.timeout(regionTimeoutMs)]);
    try {
      return await Promise.any(this.#options.regions.map((region) => requestAsset(region, name, signal)));
    } catch {
      return null;
    } finally {
      finished.abort();
    }
  }
}

/** Requests the file from one region. @throws when the region has no such file, or does not answer. */
async function requestAsset(region: string, name: string, signal: AbortSignal): Promise<Buffer> {
  const answer = await fetch(`${region}/assets/${name}`, {
    headers: { [fromRegionHeader]: '1' },
    redirect: 'error',
    signal,
  });
  const bytes = answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  if (!bytes || bytes.length > maxAssetBytes) throw new Error(`${answer.status}`);
  return bytes;
}

/** Adds an entry, and drops the oldest when there are too many. */
function addBounded<Value>(map: Map<string, Value>, key: string, value: Value, maxEntries: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
}
