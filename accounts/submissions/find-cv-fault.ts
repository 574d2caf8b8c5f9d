/** Checks a CV of each kind. A sender can choose a file that takes much time and memory, so `cv-worker.ts` runs the check with limits. */
import type { CvFault, CvKind } from '../../site/page/form-services.ts';
import { checkDocx } from './cv-docx.ts';
import { RefusedCv } from './cv-fault.ts';
import { checkPdf } from './cv-pdf.ts';

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
/** Macros, and streams of embedded objects. `Macros` counts only with the zeros that pad a folder's name, because text may mention macros. */
const activeDoc = ['_VBA_PROJECT', 'Macros\u0000\u0000', '\u0001Ole10Native', '\u0003ObjInfo'].map(utf16);

function checkDoc(bytes: Buffer): void {
  const isDoc = bytes.subarray(0, 8).equals(oleMagic) && bytes.includes(utf16('WordDocument'));
  if (!isDoc || bytes.includes(Buffer.from('PK\u0005\u0006', 'latin1'))) throw new Error('It is no document of Word.');
  if (activeDoc.some((name) => bytes.includes(name))) throw new RefusedCv('cvActive');
}

const checks: Record<CvKind, (bytes: Buffer) => void> = { pdf: checkPdf, doc: checkDoc, docx: checkDocx };

/** Finds the fault of a file. @returns null for a harmless document of this kind. */
export function findCvFault(bytes: Buffer, kind: CvKind): CvFault | null {
  try {
    checks[kind](bytes);
    return null;
  } catch (error) {
    return error instanceof RefusedCv ? error.fault : 'cvKind';
  }
}
