/** Storage of CVs: a folder outside everything that is served, or an S3-compatible store. Names are generated and contain nothing of the sender's. */
import { createHash, createHmac } from 'node:crypto';
import { chmod, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface CvStorage {
  /** Moves a checked file from the folder of uploads into the storage. */
  keep: (receivedFile: string, key: string) => Promise<void>;
  read: (key: string) => Promise<Buffer>;
  remove: (key: string) => Promise<void>;
  /** Keys of files from before a moment in milliseconds, to find files whose record was never written. */
  olderThan: (moment: number) => Promise<string[]>;
}

const keyPattern = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.(?:pdf|docx?)$/;

export function cvKey(id: string, kind: string, now = new Date()): string {
  return `${now.toISOString().slice(0, 7)}/${id}.${kind}`;
}

export function folderStorage(folder: string): CvStorage {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('This is not the key of a stored file.');
    return join(folder, key);
  };
  return {
    async keep(receivedFile, key) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await chmod(receivedFile, 0o600);
      await rename(receivedFile, path);
    },
    read: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async olderThan(moment) {
      const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
      const keys = entries.map((entry) => entry.replaceAll('\\', '/')).filter((entry) => keyPattern.test(entry));
      // A file may be removed meanwhile; then it is as young as can be.
      const modified = (key: string) =>
        stat(join(folder, key)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        );
      const ages = await Promise.all(keys.map(async (key) => ({ key, at: await modified(key) })));
      return ages.filter(({ at }) => at < moment).map(({ key }) => key);
    },
  };
}

export interface S3Place {
  /** The origin alone. All fields are parsed from `https://key:secret@host/bucket?region=…`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** @throws when the address does not name a bucket and both keys. */
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

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** AWS Signature Version 4 of one request, which requires the header names in alphabetical order. */
export function signedHeaders(
  place: S3Place,
  method: string,
  path: string,
  query: string,
  body: Buffer | '',
  now = new Date(),
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${place.region}/s3/aws4_request`;
  const payload = sha256(body);
  const names = 'host;x-amz-content-sha256;x-amz-date';
  const canonical = [
    method,
    path,
    query,
    `host:${new URL(place.endpoint).host}`,
    `x-amz-content-sha256:${payload}`,
    `x-amz-date:${time}`,
    '',
    names,
    payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (from, part) => hmac(from, part),
    hmac(hmac(`AWS4${place.secretKey}`, time.slice(0, 8)), place.region),
  );
  return {
    'x-amz-content-sha256': payload,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=${place.accessKey}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString('hex')}`,
  };
}

export function s3Storage(place: S3Place): CvStorage {
  async function call(method: string, path: string, query = '', body: Buffer | '' = ''): Promise<Response> {
    const response = await fetch(`${place.endpoint}${path}${query && `?${query}`}`, {
      method,
      headers: signedHeaders(place, method, path, query, body),
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok && !(method === 'DELETE' && response.status === 404))
      throw new Error(`The store of files answered ${response.status}.`);
    return response;
  }
  const pathOf = (key: string) => `/${place.bucket}/${key}`;
  return {
    async keep(receivedFile, key) {
      await call('PUT', pathOf(key), '', await readFile(receivedFile));
      await rm(receivedFile, { force: true });
    },
    read: async (key) => Buffer.from(await (await call('GET', pathOf(key))).arrayBuffer()),
    remove: async (key) => void (await call('DELETE', pathOf(key))),
    async olderThan(moment) {
      const found: string[] = [];
      let after = '';
      for (;;) {
        const query = `list-type=2${after && `&start-after=${encodeURIComponent(after)}`}`;
        const before = after;
        const xml = await (await call('GET', `/${place.bucket}`, query)).text();
        for (const [, key = '', modified = ''] of xml.matchAll(
          /<Key>([^<]+)<\/Key>\s*<LastModified>([^<]+)<\/LastModified>/g,
        )) {
          after = key;
          if (keyPattern.test(key) && Date.parse(modified) < moment) found.push(key);
        }
        // The second condition ends the loop for a store that reports more keys but lists no new one.
        if (!xml.includes('<IsTruncated>true</IsTruncated>') || after === before) return found;
      }
    },
  };
}

/** The configured store, or a folder in the data folder when none is configured. @throws when the address of the store is invalid. */
export function openCvStorage({ dataDir, cvStorageUrl }: { dataDir: string; cvStorageUrl: string }): CvStorage {
  return cvStorageUrl ? s3Storage(parseS3Url(cvStorageUrl)) : folderStorage(join(dataDir, 'cv'));
}
