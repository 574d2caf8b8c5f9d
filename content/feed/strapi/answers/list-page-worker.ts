/** The worker thread that reads the pages of a long list (`list-page-thread.ts`). */
import { answerQuestions } from '../../../thread-program.ts';
import { answerListPage } from './list-page.ts';

answerQuestions(answerListPage);
