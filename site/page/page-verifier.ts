/** What the page `/verify` asks of the server, which implements it (`server/archive/`). */
import type { AddressAnswer, FileAnswer } from '../ui/verify/verify-answer.ts';
import type { ReceivedFile } from './form-services.ts';

export interface PageVerifier {
  /** Counts one question of a network address. @returns seconds until it may ask; 0 when it may now. */
  wait: (address: string) => number;
  /** @param typed as the visitor typed it. @throws while the archive cannot be read. */
  answerAddress: (typed: string) => Promise<AddressAnswer>;
  /** @param typed address of the page, for a file that names none; may be empty. @throws while the archive cannot be read. */
  answerFile: (file: Pick<ReceivedFile, 'path'>, typed: string) => Promise<FileAnswer>;
}
