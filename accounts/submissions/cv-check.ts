/**
 * Checks by its content whether a file is what its name says. A file of two kinds at the same time is refused: a PDF that is also an archive, an
 * archive with something before or after it. So are macros, scripts, embedded objects, external content that would be fetched, and archives that unpack
 * to far more than their packed or declared size. A worker thread with limits does the check, so that no document delays a visitor.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export type CvKind = 'pdf' | 'doc' | 'docx';

export interface CheckedCv {
  kind: CvKind;
  contentType: string;
}

const contentTypes: Record<CvKind, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export const maxCvBytes = 5 * 1024 * 1024;
/** A CV of 5 MB takes a tenth of a second; on a machine that is busy, ten times that. */
const checkTimeoutMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Each check occupies a core; pages need the others. */
const mostAtOnce = 2;

/** In the sources it is next to this file. In the build it is a separate file, next to the server's or in the folder above its chunks. */
const thread = ['cv-worker.ts', 'cv-worker.js', '../cv-worker.js']
  .map((name) => fileURLToPath(new URL(name, import.meta.url)))
  .find((file) => existsSync(file));

/** @returns false also when the thread ran out of time or memory, or crashed. */
function isHarmless(path: string, kind: CvKind): Promise<boolean> {
  if (!thread) throw new Error('The build lacks the thread that checks CVs.');
  const worker = new Worker(thread, {
    workerData: { path, kind },
    resourceLimits,
    env: {},
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), checkTimeoutMs);
    worker.once('message', (harmless: boolean) => resolve(harmless));
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
    worker.once('exit', () => clearTimeout(late));
  }).then(async (harmless) => {
    await worker.terminate();
    return harmless === true;
  });
}

let busy = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await work();
  } finally {
    // The next check in the queue takes over this place.
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/**
 * @param fileName the sender's name for the file, of which only the extension counts.
 * @returns null when the file is too large or too small, or its content is no harmless document of the kind that the extension names.
 */
export async function checkCv(path: string, fileName: string): Promise<CheckedCv | null> {
  const ending = /\.(pdf|docx?)$/i.exec(fileName)?.[1]?.toLowerCase() as CvKind | undefined;
  if (!ending) return null;
  const { size } = await stat(path);
  if (size > maxCvBytes || size < 100) return null;
  return (await inTurn(() => isHarmless(path, ending))) ? { kind: ending, contentType: contentTypes[ending] } : null;
}
