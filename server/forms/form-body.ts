/** Parses the body of a form within limits: text into memory, one file straight to disk under a random name. */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { ReceivedFile } from '../../site/page/form-services.ts';

const maxFile = 5 * 1024 * 1024;
const maxText = 64 * 1024;
/** A file slightly over its limit is read to the end and discarded: a client whose connection is closed could not read the error. */
const maxHeard = 20 * 1024 * 1024;
/** So many bytes are read of a body beyond its limit: the body is refused, but the form is shown again with the typed text. */
const maxRefused = 1024 * 1024;
/** Timeouts in ms. A silent or very slow sender occupies a connection and a file, but 5 MB over a poor line take minutes. */
export const bodyTimes = { silence: 30_000, total: 5 * 60_000 };
/** Timeout for a body that is too large, in ms. */
const refusedSilence = 500;

/** A family or an office may send a few CVs at the same time; more from one client would block others. */
const maxPerAddress = 4;

/** Limits how many files are received at the same time: each occupies a descriptor and disk space. */
export class IncomingFiles {
  /** Folder of received files until other code moves them. */
  readonly folder: string;
  readonly #maxFiles: number;
  readonly #open = new Map<string, number>();
  #all = 0;

  /** @param maxFiles number of files that may be received at the same time. */
  constructor(folder: string, maxFiles: number) {
    this.folder = folder;
    this.#maxFiles = maxFiles;
  }

  /** Reserves a place for one file. @returns a function that releases it, or null when none is free. */
  claim(address: string): (() => void) | null {
    const current = this.#open.get(address) ?? 0;
    if (this.#all >= this.#maxFiles || current >= maxPerAddress) return null;
    this.#all += 1;
    this.#open.set(address, current + 1);
    return () => {
      this.#all -= 1;
      const remaining = (this.#open.get(address) ?? 1) - 1;
      if (remaining > 0) this.#open.set(address, remaining);
      else this.#open.delete(address);
    };
  }
}

/** Fields that arrived before the refusal: the form is shown again with them. */
export class BodyRefused extends Error {
  readonly fields: Map<string, string>;

  constructor(fields = new Map<string, string>()) {
    super();
    this.fields = fields;
  }
}
export class BodyTooLarge extends BodyRefused {}
export class BodyUnreadable extends BodyRefused {}

export interface FormBody {
  fields: Map<string, string>;
  file: ReceivedFile | null;
  fileTooLarge: boolean;
  /** True when too many files were being received: this one was read to its end and discarded. */
  fileUnheard: boolean;
  /** Why the file could not be stored; null when it was, or when there was none. */
  unstored: Error | null;
  /** Removes the received file, unless it has been moved away. */
  discard: () => Promise<void>;
}

/** The server could not store the file; the sender is not at fault. */
class FileUnstored extends Error {}

/** Reads the stream to its end even when the disk fails: a client that is cut off cannot read what went wrong. @throws FileUnstored */
async function receive(
  stream: Readable & { truncated?: boolean },
  folder: string,
  name: string,
): Promise<ReceivedFile> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  let fault: unknown = null;
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    if (fault) return null;
    return work().catch((error: unknown) => {
      fault = error;
      return null;
    });
  };
  const handle = await attempt(() => open(path, 'wx', 0o600));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      await attempt(async () => handle?.writeFile(chunk));
    }
    // A record will refer to this file, so the file must be on the disk first.
    await attempt(async () => handle?.sync());
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await removeQuietly(path);
    throw error;
  }
  await attempt(async () => handle?.close());
  if (!fault) return { path, name, bytes, sha256: hash.digest('hex') };
  await handle?.close().catch(() => undefined);
  await removeQuietly(path);
  throw new FileUnstored('The file could not be stored.', { cause: fault });
}

/** Removes a file. One that cannot be removed now is removed when the retention next looks through the folder. */
async function removeQuietly(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch {}
}

/** The folder for a form's file, and the sender's network address, for the limit per address. */
export interface FileTaker {
  files: IncomingFiles;
  address: string;
}

/**
 * Reads the body. @throws BodyTooLarge or BodyUnreadable. @param taker null when the page takes no file.
 * @param times in milliseconds: how long the sender may be silent, and how long the whole body may take.
 */
export function readFormBody(request: IncomingMessage, taker: FileTaker | null, times = bodyTimes): Promise<FormBody> {
  const contentType = request.headers['content-type'] ?? '';
  const limit = taker === null ? maxText : maxHeard;
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType))
    return Promise.reject(new BodyUnreadable());
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const files: Promise<ReceivedFile>[] = [];
    const streams: Readable[] = [];
    let fileTooLarge = false;
    let fileUnheard = false;
    let unstored: Error | null = null;
    let heard = 0;
    let tooLarge = Number(request.headers['content-length'] ?? 0) > limit;
    let settled = false;
    const received = async () =>
      (await Promise.allSettled(files)).flatMap((file) => (file.status === 'fulfilled' ? [file.value] : []));
    /** True only for the first caller, which decides the outcome. */
    const settle = () => {
      if (settled) return false;
      settled = true;
      clearTimeout(silence);
      clearTimeout(total);
      return true;
    };
    const giveUp = async (error: Error) => {
      for (const { path } of await received()) await removeQuietly(path);
      reject(error);
    };
    const fail = (error: Error) => {
      if (!settle()) return;
      request.unpipe();
      request.resume();
      // Without the request, the streams would never end, and `receive` would never remove its file.
      for (const stream of streams) stream.destroy(error);
      void giveUp(error);
    };
    const finish = async () => {
      if (tooLarge) return fail(new BodyTooLarge(fields));
      const [file = null] = await received();
      if (!settle()) return;
      const discard = async () => {
        if (file) await removeQuietly(file.path);
      };
      resolve({
        fields,
        file: file && file.bytes > 0 && !fileTooLarge ? file : null,
        fileTooLarge,
        fileUnheard,
        unstored,
        discard,
      });
    };
    const endSilence = () => fail(tooLarge ? new BodyTooLarge(fields) : new BodyUnreadable());
    let silence = setTimeout(endSilence, tooLarge ? refusedSilence : times.silence);
    const total = setTimeout(() => fail(new BodyUnreadable()), times.total);
    /** Reads on for the other fields, but not for long. */
    const refuseSoon = () => {
      if (tooLarge) return;
      tooLarge = true;
      clearTimeout(silence);
      silence = setTimeout(endSilence, refusedSilence);
    };
    let busboy: InstanceType<typeof Busboy>;
    try {
      busboy = new Busboy({
        headers: { ...request.headers, 'content-type': contentType },
        limits: {
          fieldNameSize: 60,
          fieldSize: 20_000,
          fields: 30,
          fileSize: maxFile,
          files: taker === null ? 0 : 1,
          parts: 32,
          headerPairs: 20,
          headerSize: 8192,
        },
      });
    } catch {
      settle();
      reject(new BodyUnreadable());
      return;
    }
    busboy.on('field', (name, value, nameCut, valueCut) => {
      if (settled) return;
      if (nameCut || valueCut) refuseSoon();
      // The first value of a name counts: a second must not override a value that a proxy or a log has seen.
      if (!fields.has(name)) fields.set(name, value);
    });
    busboy.on('file', (_field, stream, name) => {
      // Add the listener before any await: an incomplete part may emit its error immediately, which would end the process without a listener.
      stream.on('error', () => fail(new BodyUnreadable()));
      // After a refusal the parser still finishes the current chunk. A file in it would never end.
      if (settled) {
        stream.destroy();
        return;
      }
      streams.push(stream);
      const release = taker && name ? taker.files.claim(taker.address) : null;
      if (!taker || !release) {
        fileUnheard = Boolean(taker && name);
        stream.resume();
        return;
      }
      stream.on('limit', () => void (fileTooLarge = true));
      const file = receive(
        stream,
        taker.files.folder,
        name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"\\/:*?<>|]/g, '').slice(-120),
      );
      file
        .catch((error: unknown) => {
          if (error instanceof FileUnstored) unstored = error;
          else fail(new BodyUnreadable());
        })
        .finally(release);
      files.push(file);
    });
    for (const limitEvent of ['fieldsLimit', 'partsLimit', 'filesLimit'] as const)
      busboy.on(limitEvent, () =>
        taker === null && limitEvent === 'filesLimit' ? undefined : fail(new BodyTooLarge(fields)),
      );
    busboy.on('error', () => fail(new BodyUnreadable()));
    busboy.on('finish', () => void finish());
    request.on('data', (chunk: Buffer) => {
      silence.refresh();
      heard += chunk.length;
      if (heard > limit) refuseSoon();
      if (heard > limit + maxRefused) fail(new BodyTooLarge(fields));
    });
    request.on('aborted', () => fail(new BodyUnreadable()));
    request.on('error', () => fail(new BodyUnreadable()));
    request.pipe(busboy);
  });
}
