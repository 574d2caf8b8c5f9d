/**
 * An S3 server for tests: s3rver, which verifies signatures, keeps objects in a folder and takes uploads in parts; and a way to it on which things go
 * wrong.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request as send } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface S3rver {
  run: () => Promise<AddressInfo>;
  close: () => Promise<void>;
}
const require = createRequire(import.meta.url);
type S3rverClass = new (options: object) => S3rver;

/** The only account of s3rver. */
const account = 'S3RVER';

/** @returns the fate of a request: it passes, gets this status, loses its connection, or gets half of its answer. */
export type Fault = (request: IncomingMessage) => 'pass' | number | 'break' | 'half';

const passAll: Fault = () => 'pass';

export interface ObjectStorage {
  bucket: string;
  /** The address for BACKUP_S3_URL. */
  url: string;
  /** The same with another key, secret or port. */
  urlWith: (other: { key?: string; secret?: string; port?: number }) => string;
  /** Requests since the last fault was set, as `PUT /bucket/key`. */
  requests: () => string[];
  set: (fault: Fault) => void;
  stop: () => Promise<void>;
}

interface Canonical {
  uri: string;
  querystring: string;
}
interface Signature {
  getStringToSign: (canonical: Canonical, request: unknown) => string;
}
const slashSigned = new WeakSet<Signature>();

/** A list is asked for at `/bucket/`. The client signs the path with the slash, but s3rver verifies a path that it builds without the slash. */
function signSlash(signature: Signature): void {
  if (slashSigned.has(signature)) return;
  slashSigned.add(signature);
  const { getStringToSign } = signature;
  signature.getStringToSign = (canonical, request) => {
    const isList = canonical.querystring.includes('list-type=') && !canonical.uri.endsWith('/');
    return getStringToSign(isList ? { ...canonical, uri: `${canonical.uri}/` } : canonical, request);
  };
}

export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-s3-'));
  const bucket = 'backups';
  const Store = require('@20minutes/s3rver') as S3rverClass;
  signSlash(require('@20minutes/s3rver/lib/signature/v4.js') as Signature);
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: folder, vhostBuckets: false };
  const store = new Store({ ...options, configureBuckets: [{ name: bucket }] });
  const { port: storePort } = await store.run();
  let fault: Fault = passAll;
  let requests: string[] = [];

  function pass(request: IncomingMessage, response: ServerResponse, whole: boolean): void {
    const { method, url, headers } = request;
    const onward = send({ port: storePort, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (whole) answer.pipe(response);
      else
        answer.once('data', (chunk: Buffer) =>
          response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy()),
        );
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
  const way: Server = createServer((request, response) => {
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    const next = fault(request);
    if (next === 'break') request.socket.destroy();
    else if (typeof next === 'number')
      request
        .resume()
        .on('end', () =>
          response.writeHead(next, { 'content-type': 'application/xml' }).end('<Error><Code>Fault</Code></Error>'),
        );
    else pass(request, response, next === 'pass');
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const { port } = way.address() as AddressInfo;
  const urlWith: ObjectStorage['urlWith'] = (other) =>
    `http://${other.key ?? account}:${other.secret ?? account}@127.0.0.1:${other.port ?? port}?region=eu-south-1`;
  return {
    bucket,
    url: urlWith({}),
    urlWith,
    requests: () => requests,
    set(next) {
      fault = next;
      requests = [];
    },
    async stop() {
      way.closeAllConnections();
      await new Promise((resolve) => way.close(resolve));
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
