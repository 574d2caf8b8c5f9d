/** Stores CVs in an S3-compatible store. */
import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { S3ServiceError, S3mini } from 's3mini';
import { cvKeyPattern } from './cv-key.ts';
import type { CvStorage } from './cv-storage.ts';

interface S3Location {
  /** The origin only. All fields are parsed from `https://key:secret@host/bucket?region=…`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Parses the address of the store. @throws when the address does not name a bucket and both keys. */
export function parseS3Url(text: string): S3Location {
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

export function openS3Storage(location: S3Location): CvStorage {
  const client = new S3mini({
    endpoint: `${location.endpoint}/${location.bucket}`,
    region: location.region,
    accessKeyId: location.accessKey,
    secretAccessKey: location.secretKey,
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
        .filter(({ Key, LastModified }) => cvKeyPattern.test(Key) && new Date(LastModified).getTime() < moment)
        .map(({ Key }) => Key);
    },
  };
}
