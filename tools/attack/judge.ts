/** Judges the answers to an input of the attack. */
import type { Input } from './generate/input.ts';
import { mark } from './generate/text.ts';
import type { Answer } from './raw-connection.ts';

/** A `Location` that leads to a host of the attacker, with or without a scheme. */
const otherSite = /^(?:https?:)?[\\/]{2}[^/]*(?:evil|attack)/i;

function judgeAnswer({ status, headers, body }: Answer): string | null {
  if (status >= 500 && status !== 501 && status !== 505) return `answered ${status}`;
  if (headers.has('x-attack') || headers.get('set-cookie')?.includes('attack=')) return 'a header was injected';
  if (otherSite.test(headers.get('location') ?? '')) return `leads to ${headers.get('location')}`;
  const type = headers.get('content-type') ?? '';
  if (/html|svg|xml/.test(type) && body.includes(mark)) return 'the input is reflected as markup';
  if (/(?:\n\s+at .+:\d+:\d+\)?){2}/.test(body)) return 'the answer contains a stack';
  return null;
}

/** Judges the answers. @param isClosed false when only the timeout ended the wait. @returns why they are a failure, or null. */
export function judge(input: Input, answers: readonly Answer[], isClosed: boolean): string | null {
  const problem = answers.map(judgeAnswer).find((finding) => finding !== null);
  if (problem) return problem;
  const finalAnswers = answers.filter(({ status }) => status >= 200);
  if (finalAnswers.length > input.maxAnswers) return `${finalAnswers.length} answers to ${input.maxAnswers} requests`;
  return input.complete && finalAnswers.length === 0 && !isClosed ? 'no answer' : null;
}
