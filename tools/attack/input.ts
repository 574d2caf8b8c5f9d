/** Defines an input of the attack, and judges the answers to it. */
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
  /** Reproduces this input, together with its kind. */
  seed: string;
  /** Sent in order on one connection, with a pause between them. */
  pieces: Buffer[];
  /** Most final answers on the connection; more mean that a request was smuggled inside another. */
  mostAnswers: number;
  /** The request is complete, so the site must answer or close the connection. */
  complete: boolean;
  /** A path to request without the attack's headers afterwards: it must still have its usual bytes. */
  poisons?: string;
}

/** A `Location` that leads to a host of the attacker, with or without a scheme. */
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

/** @param ended false when only the timeout ended the wait. @returns why the answers are a failure, or null. */
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
