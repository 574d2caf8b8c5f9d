/** The worker thread that checks CVs: neither its load nor a crash affects the rest of the server (`cv-check.ts`). */
import { readFileSync } from 'node:fs';
import { answerQuestions } from '../../content/worker-thread.ts';
import { isDocx } from './cv-docx.ts';
import { isPdf } from './cv-pdf.ts';

const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
/** Macros, and streams of embedded objects. `Macros` counts only with the zeros that pad a folder's name, because text may mention macros. */
const activeDoc = ['_VBA_PROJECT', 'Macros\u0000\u0000', '\u0001Ole10Native', '\u0003ObjInfo'].map(utf16);

function isDoc(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(oleMagic) || bytes.includes(Buffer.from('PK\u0005\u0006', 'latin1'))) return false;
  return bytes.includes(utf16('WordDocument')) && !activeDoc.some((name) => bytes.includes(name));
}

const checks = { pdf: isPdf, doc: isDoc, docx: isDocx };
answerQuestions(({ path, kind }: { path: string; kind: keyof typeof checks }) => checks[kind](readFileSync(path)));
