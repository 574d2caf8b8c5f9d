/** The worker thread that parses documents which are large or many: they delay no visitor, and a crash ends only this thread (`parser-thread.ts`). */
import { answerQuestions } from '../../thread-program.ts';
import { type WireText, readWire } from './wire-reading.ts';

answerQuestions((asked: WireText | WireText[]) =>
  Array.isArray(asked) ? asked.map((text) => readWire(text)) : readWire(asked),
);
