/** What is thrown at the site, and what an answer to it may not be. */
import type { Answer } from './raw-connection.ts';
import { mark } from './random.ts';

export const inputKinds = [
  'raw HTTP',
  'page address',
  'poisoning',
  'form',
  'multipart',
  'CV file',
  'cookie',
  'consent',
  'webhook',
  'content answer',
  'stored file',
  'corpus',
] as const;
export type InputKind = (typeof inputKinds)[number];

export interface Input {
  kind: InputKind;
  /** Gives this very input again, together with its kind. */
  seed: string;
  /** Sent one after the other on one connection, with a pause between them. */
  pieces: Buffer[];
  /** Answers that one connection may bring: more of them means that a request was smuggled in another one. */
  mostAnswers: number;
  /** The request has its end, so that an answer, or the end of the connection, has to come. */
  complete: boolean;
  /** Asked for cleanly afterwards: the same bytes as ever have to come. */
  poisons?: string;
}

/** Paths under which other sites and the content service's own address may stand in a `Location`. */
const elsewhere = /^(?:https?:)?[\\/]{2}[^/]*(?:evil|attack)/i;

function wrongWith({ status, headers, body }: Answer): string | null {
  if (status >= 500 && status !== 501 && status !== 505) return `answered ${status}`;
  if (headers.has('x-attack') || headers.get('set-cookie')?.includes('attack=')) return 'a header was injected';
  if (elsewhere.test(headers.get('location') ?? '')) return `leads to ${headers.get('location')}`;
  const type = headers.get('content-type') ?? '';
  if (/html|svg|xml/.test(type) && body.includes(mark)) return 'what was sent stands in the page as markup';
  if (/(?:\n\s+at .+:\d+:\d+\)?){2}/.test(body)) return 'a stack stands in the answer';
  return null;
}

/** @returns why the answers are a failure, or null. `ended` is false when nothing ended the wait but its limit. */
export function judge(input: Input, answers: Answer[], ended: boolean): string | null {
  for (const answer of answers) {
    const wrong = wrongWith(answer);
    if (wrong) return wrong;
  }
  const finals = answers.filter(({ status }) => status >= 200);
  if (finals.length > input.mostAnswers) return `${finals.length} answers to ${input.mostAnswers} requests`;
  if (input.complete && finals.length === 0 && !ended) return 'no answer';
  return null;
}
