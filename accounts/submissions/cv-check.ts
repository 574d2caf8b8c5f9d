/**
 * Checks by its content whether a file is what its name says. A file of two kinds at the same time is refused: a PDF that is also an archive, an
 * archive with something before or after it. Macros, scripts, embedded objects, external content that would be fetched, and archives that unpack
 * to far more than their packed or declared size are refused too. A worker thread with limits does the check, so that no document delays a visitor.
 */
import { stat } from 'node:fs/promises';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import { ThreadUnavailable, WorkerThread, startConfined, findProgram } from '../../base/worker-thread.ts';
import type { CheckedCv, CvFault, CvKind } from '../../site/page/form-services.ts';

const contentTypes: Record<CvKind, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

const maxBytes = 5 * 1024 * 1024;
/** Milliseconds. A CV of 5 MB takes a tenth of a second; on a machine that is busy, ten times that. */
const patience = { start: 10_000, answer: 10_000 };
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
/** Each check occupies a core; pages need the others. */
const maxThreads = 2;
const checks = new ConcurrencyGate(maxThreads);

const program = findProgram('cv-worker', import.meta.url);
const create = () => startConfined(program, resourceLimits);
/** The start of a thread takes longer than most checks, so it stays for the next file; one that failed does not. */
const idleThreads = Array.from(
  { length: maxThreads },
  () => new WorkerThread({ does: 'checks CVs', create, patience }),
);

/** Checks the file in a thread. @returns `cvKind` also when the thread ran out of time or memory, or crashed. @throws ThreadUnavailable */
async function findFault(path: string, kind: CvKind): Promise<CvFault | null> {
  const thread = idleThreads.pop() as WorkerThread;
  try {
    return (await thread.ask(() => ({ path, kind }))) as CvFault | null;
  } catch (error) {
    if (error instanceof ThreadUnavailable) throw error;
    return 'cvKind';
  } finally {
    idleThreads.push(thread);
  }
}

/**
 * Checks a file. @param fileName the sender's name for the file, of which only the extension counts.
 * @returns a fault when the file is too large or too small, or its content is no harmless document of the kind that the extension names.
 */
export async function checkCv(
  path: string,
  fileName: string,
): Promise<Pick<CheckedCv, 'kind' | 'contentType'> | { fault: CvFault }> {
  const kind = /\.(pdf|docx)$/i.exec(fileName)?.[1]?.toLowerCase() as CvKind | undefined;
  const { size } = await stat(path);
  if (!kind || size > maxBytes || size < 100) return { fault: 'cvKind' };
  const fault = await checks.run(() => findFault(path, kind));
  return fault ? { fault } : { kind, contentType: contentTypes[kind] };
}
