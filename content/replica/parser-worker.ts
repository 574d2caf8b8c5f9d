/** The thread that parses large documents (`parser-thread.ts`): a crash ends only this thread. */
import { answerQuestions } from '../../base/worker-thread.ts';
import { type WireText, parseWireText } from './wire-text.ts';

answerQuestions((text: WireText) => parseWireText(text));
