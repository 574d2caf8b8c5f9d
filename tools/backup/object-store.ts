/**
 * An S3-compatible store of back-ups, addressed as `host/bucket/key` (MinIO, Ceph, R2 and Amazon all take that). A request that fails for a temporary
 * reason is retried; a permanent error becomes a sentence that says what to do.
 */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { S3ServiceError, S3mini } from 's3mini';
import { ConfigError } from '../../server/config.ts';

/** Larger files go up in parts of this size, four at a time; a store takes 10 000 of them. */
const partBytes = 16 * 1024 * 1024;
export const maxFileBytes = partBytes * 10_000;
/** Timeout until the head of an answer: long enough to send one part over a slow line. */
const answerTimeoutMs = 120_000;
const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** How many attempts a request gets, and the pause before the first retry; each further pause is twice as long. */
export interface Patience {
  attempts: number;
  firstPauseMs: number;
}
const defaultPatience: Patience = { attempts: 5, firstPauseMs: 500 };

export interface BackupAddress {
  bucket: string;
  /** Without slashes around it. */
  prefix: string;
  /** `s3://bucket/prefix`. */
  shown: string;
}

/** Reads an address `s3://bucket/name`. @returns null for the path of a folder. @throws when the address has no name for one back-up. */
export function readBackupAddress(text: string): BackupAddress | null {
  if (!text.startsWith('s3://')) return null;
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w.:=@+/-]+?)\/?$/.exec(text) ?? [];
  if (prefix === '' || prefix.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`${text} must be s3://bucket/name, with another name for each back-up.`);
  return { bucket, prefix, shown: `s3://${bucket}/${prefix}` };
}

/** Reads `https://key:secret@host?region=name`. @throws ConfigError with a message that does not repeat the text. */
function readStoreUrl(text: string): { origin: string; host: string; region: string; key: string; secret: string } {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || url.pathname !== '/')
    throw new ConfigError(
      'BACKUP_S3_URL (or BACKUP_S3_URL_FILE) must be https://key:secret@host?region=name; the bucket is in the command.',
    );
  return {
    origin: url.origin,
    host: url.host,
    region: url.searchParams.get('region') ?? 'us-east-1',
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  };
}

/** Finds the system's error code, such as ECONNREFUSED, among the causes of an error of `fetch`. */
function findSystemCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return 'no answer within two minutes';
  }
  return error instanceof Error ? error.message : String(error);
}

/** Retries temporary failures. Sends a checksum, so that the store refuses a body that was changed on the way. */
function retryingFetch({ attempts, firstPauseMs }: Patience): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    let body = init?.body ?? null;
    if (body instanceof Blob) body = await body.arrayBuffer();
    if (body instanceof ArrayBuffer || body instanceof Uint8Array) {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array(body);
      headers.set('content-md5', createHash('md5').update(bytes).digest('base64'));
    }
    for (let attempt = 1; ; attempt += 1) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), answerTimeoutMs);
      try {
        const answer = await fetch(input, { ...init, headers, body, redirect: 'error', signal: limit.signal });
        if (attempt === attempts || !temporaryStatuses.has(answer.status)) return answer;
        await answer.body?.cancel();
      } catch (error) {
        if (attempt === attempts) throw error;
      } finally {
        clearTimeout(timer);
      }
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  };
}

export interface StoredObject {
  /** Below the place of the back-up. */
  name: string;
  bytes: number;
}

/** One back-up in a store. */
export class ObjectStore {
  readonly address: BackupAddress;
  readonly #client: S3mini;
  readonly #host: string;
  readonly #patience: Patience;

  /** @param url BACKUP_S3_URL. @throws ConfigError when it is not a valid address. */
  constructor(address: BackupAddress, url: string, patience = defaultPatience) {
    const { origin, host, region, key, secret } = readStoreUrl(url);
    this.address = address;
    this.#host = host;
    this.#patience = patience;
    this.#client = new S3mini({
      endpoint: `${origin}/${address.bucket}`,
      region,
      accessKeyId: key,
      secretAccessKey: secret,
      minPartSize: partBytes,
      fetch: retryingFetch(patience),
    });
  }

  #sentence(error: unknown): Error {
    const say = (sentence: string) => new Error(sentence, { cause: error });
    const { bucket, shown } = this.address;
    if (!(error instanceof S3ServiceError))
      return say(
        `The store at ${this.#host} does not answer (${findSystemCode(error)}). Check the address in BACKUP_S3_URL and the network, then run the command again.`,
      );
    const code = /<Code>(\w+)<\/Code>/.exec(error.body ?? '')?.[1] ?? error.serviceCode ?? 'no code';
    if (code === 'NoSuchBucket')
      return say(`There is no bucket “${bucket}” at ${this.#host}. Create it, or correct its name.`);
    if (code === 'RequestTimeTooSkewed') return say('The store refuses the time of this machine: set its clock.');
    if (error.status === 403)
      return say(
        `The store at ${this.#host} refuses the key (${code}). Compare key, secret and region in BACKUP_S3_URL with the store’s; the key must be allowed to list, read, write and delete below ${shown}.`,
      );
    return say(
      `The store at ${this.#host} answered ${error.status} (${code}), also after retries. Look at its state and its log, then run the command again.`,
    );
  }

  async #ask<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw this.#sentence(error);
    }
  }

  #key(name: string): string {
    return `${this.address.prefix}/${name}`;
  }

  /** Lists all objects below the place of the back-up. Like the other methods, it throws errors whose message is for the user. */
  async list(): Promise<StoredObject[]> {
    const prefix = this.#key('');
    const found = await this.#ask(() => this.#client.listObjects('/', prefix));
    if (found === null)
      throw new Error(`There is no bucket “${this.address.bucket}” at ${this.#host}. Create it, or correct its name.`);
    return found.map(({ Key, Size }) => ({ name: Key.slice(prefix.length), bytes: Size }));
  }

  async put(name: string, file: string): Promise<void> {
    await this.#ask(async () => this.#client.putAnyObject(this.#key(name), await openAsBlob(file)));
  }

  /** Downloads a file that only its owner can read. Starts again when the transfer breaks off. */
  async get(name: string, file: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#ask(() => this.#client.getObjectResponse(this.#key(name)));
      if (!answer) throw new Error(`${name} is missing.`);
      const target = await open(file, 'w', 0o600);
      try {
        if (answer.body) await pipeline(answer.body as AsyncIterable<Uint8Array>, target.createWriteStream());
        await chmod(file, 0o600);
        return;
      } catch (error) {
        if (attempt === this.#patience.attempts) throw this.#sentence(error);
        await pause(this.#patience.firstPauseMs * 2 ** (attempt - 1));
      } finally {
        await target.close().catch(() => undefined);
      }
    }
  }

  async remove(name: string): Promise<void> {
    await this.#ask(() => this.#client.deleteObject(this.#key(name)));
  }
}
