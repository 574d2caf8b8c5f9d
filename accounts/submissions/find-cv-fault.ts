/** Checks a CV of each kind. A sender can choose a file that takes much time and memory, so `cv-worker.ts` runs the check with limits. */
import type { CvFault, CvKind } from '../../site/page/form-services.ts';
import { checkDocx } from './cv-docx.ts';
import { RefusedCv } from './refused-cv.ts';
import { checkPdf } from './cv-pdf.ts';

const checks: Record<CvKind, (bytes: Buffer) => void> = { pdf: checkPdf, docx: checkDocx };

/** Finds the fault of a file. @returns null for a harmless document of this kind. */
export function findCvFault(bytes: Buffer, kind: CvKind): CvFault | null {
  try {
    checks[kind](bytes);
    return null;
  } catch (error) {
    return error instanceof RefusedCv ? error.fault : 'cvKind';
  }
}
