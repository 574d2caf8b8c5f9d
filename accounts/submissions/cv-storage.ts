/** Stores CVs in a folder that is never served, or in an S3-compatible store. The names of files are generated, and contain no part of the sender's file name. */
import { openAsBlob } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { S3ServiceError, S3mini } from 's3mini';
import { keepPlaces } from '../../base/kept-place.ts';

export interface CvStorage {
  /** Moves a checked file from the folder of uploads into the storage. */
  keep: (receivedFile: string, key: string) => Promise<void>;
  read: (key: string) => Promise<Buffer>;
  remove: (key: string) => Promise<void>;
  /** Lists the keys of files from before a moment in milliseconds, to find files whose record was never written. */
  listOlderThan: (moment: number) => Promise<string[]>;
}

/** Former releases also accepted `.doc`. */
const keyPattern = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.(?:pdf|docx?)$/;

export function buildCvKey(id: string, kind: string, now = new Date()): string {
  return `${now.toISOString().slice(0, 7)}/${id}.${kind}`;
}

export function openFolderStorage(folder: string): CvStorage {
  const filePath = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('This is not the key of a stored file.');
    return join(folder, key);
  };
  const checkPlaces = keepPlaces(dirname(folder), folder);
  return {
    async keep(receivedFile, key) {
      const path = filePath(key);
      checkPlaces();
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await chmod(receivedFile, 0o600);
      await rename(receivedFile, path);
      checkPlaces();
    },
    read: (key) => readFile(filePath(key)),
    remove: (key) => rm(filePath(key), { force: true }),
    async listOlderThan(moment) {
      const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
      const keys = entries.map((entry) => entry.replaceAll('\\', '/')).filter((entry) => keyPattern.test(entry));
      // A file may be removed meanwhile; then it counts as new.
      const modified = (key: string) =>
        stat(join(folder, key)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        );
      const files = await Promise.all(keys.map(async (key) => ({ key, at: await modified(key) })));
      return files.filter(({ at }) => at < moment).map(({ key }) => key);
    },
  };
}

interface S3Place {
  /** The origin only. All fields are parsed from `https://key:secret@host/bucket?region=…`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Parses the address of the store. @throws when the address does not name a bucket and both keys. */
export function parseS3Url(text: string): S3Place {
  const url = new URL(text);
  const bucket = url.pathname.replace(/^\/|\/$/g, '');
  if (!url.username || !url.password || !/^[a-z0-9.-]+$/.test(bucket))
    throw new Error('must be https://key:secret@host/bucket?region=name');
  return {
    endpoint: `${url.protocol}//${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}

/** Waits for an answer. @throws with the status of the store's answer, but without its text: a log must not contain names or keys. */
async function awaitAnswer<Result>(request: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([request]);
  if (outcome.status === 'fulfilled') return outcome.value;
  const reason: unknown = outcome.reason;
  throw reason instanceof S3ServiceError ? new Error(`The store of files answered ${reason.status}.`) : reason;
}

export function openS3Storage(place: S3Place): CvStorage {
  const client = new S3mini({
    endpoint: `${place.endpoint}/${place.bucket}`,
    region: place.region,
    accessKeyId: place.accessKey,
    secretAccessKey: place.secretKey,
    requestAbortTimeout: 20_000,
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  });
  return {
    async keep(receivedFile, key) {
      await awaitAnswer(client.putObject(key, await openAsBlob(receivedFile)));
      await rm(receivedFile, { force: true });
    },
    async read(key) {
      const bytes = await awaitAnswer(client.getObjectArrayBuffer(key));
      if (!bytes) throw new Error('The store of files answered 404.');
      return Buffer.from(bytes);
    },
    remove: async (key) => void (await awaitAnswer(client.deleteObject(key))),
    async listOlderThan(moment) {
      const objects = (await awaitAnswer(client.listObjects())) ?? [];
      return objects
        .filter(({ Key, LastModified }) => keyPattern.test(Key) && new Date(LastModified).getTime() < moment)
        .map(({ Key }) => Key);
    },
  };
}

/** Opens the configured store, or a folder in the data folder when none is configured. @throws when the address of the store is invalid. */
export function openCvStorage({ dataDir, cvStorageUrl }: { dataDir: string; cvStorageUrl: string }): CvStorage {
  return cvStorageUrl ? openS3Storage(parseS3Url(cvStorageUrl)) : openFolderStorage(join(dataDir, 'cv'));
}
