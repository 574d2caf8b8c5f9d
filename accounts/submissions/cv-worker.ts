/** The worker thread that checks CVs: neither its load nor a crash affects the rest of the server (`cv-check.ts`). */
import { readFileSync } from 'node:fs';
import { answerQuestions } from '../../base/worker-thread.ts';
import type { CvKind } from '../../site/page/form-services.ts';
import { findCvFault } from './find-cv-fault.ts';

answerQuestions(({ path, kind }: { path: string; kind: CvKind }) => findCvFault(readFileSync(path), kind));
