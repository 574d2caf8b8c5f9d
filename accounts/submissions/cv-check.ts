/**
 * Whether a file is what it says, by its content. A file that is two things at once is refused: a PDF that is also an archive, an archive with
 * something before or after it. So are macros, scripts, embedded objects, what would be fetched from elsewhere, and archives that unpack to far more
 * than they weigh or than they say. A thread of its own looks, with limits: no document holds up a visitor.
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
/** Each has a core for itself; pages need the others. */
const mostAtOnce = 2;

/** Beside this file in the sources; in the build a file of its own, beside the server's or above its chunks. */
const thread = ['cv-worker.ts', 'cv-worker.js', '../cv-worker.js']
  .map((name) => fileURLToPath(new URL(name, import.meta.url)))
  .find((file) => existsSync(file));

/** @returns false as well when the document was too much for its thread. */
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
    // Whoever waits takes the place over.
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** @param fileName the sender's name for it, of which only the ending counts. @returns null when content and name do not agree on an accepted kind. */
export async function checkCv(path: string, fileName: string): Promise<CheckedCv | null> {
  const ending = /\.(pdf|docx?)$/i.exec(fileName)?.[1]?.toLowerCase() as CvKind | undefined;
  if (!ending) return null;
  const { size } = await stat(path);
  if (size > maxCvBytes || size < 100) return null;
  return (await inTurn(() => isHarmless(path, ending))) ? { kind: ending, contentType: contentTypes[ending] } : null;
}
