/**
 * The question that forms ask only during an attack: many failures in a short time, from any number of addresses. It needs no script and no external
 * service. It stops programs that were not written for this site; rate limits still slow those that can answer it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Challenge } from '../../site/page/form-services.ts';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import type { Limiter } from './rate-limits.ts';

/** The period in which failures are counted; also how long an attack lasts after the last failure, and how long a question can be answered. */
export const attackSeconds = 10 * 60;
const attackMs = attackSeconds * 1000;

interface Parts {
  secret: string;
  /** Counts the failures of all visitors together; more than it allows are an attack. */
  failures: Limiter;
  /** Allows each question one answer. */
  answers: Limiter;
  /** Called once for each attack. */
  onAttack: () => void;
}

export function createChallenge({ secret, failures, answers, onAttack }: Parts): Challenge {
  let attackUntil = 0;
  function underAttack(): boolean {
    const leftMs = attackUntil - Date.now();
    // When the clock was ahead and is then corrected, more than a whole attack is left: it counts as over.
    return leftMs > 0 && leftMs <= attackMs;
  }
  const hash = (text: string) => createHmac('sha256', secret).update(`challenge\n${text}`).digest();
  function sign(id: string, issuedAt: string): string {
    return `${id}.${issuedAt}.${hash(`${id}.${issuedAt}`).toString('base64url').slice(0, 22)}`;
  }
  function chooseSummands(id: string): [number, number] {
    const bytes = hash(`summands ${id}`);
    return [2 + (bytes.readUInt8(0) % 8), 2 + (bytes.readUInt8(1) % 8)];
  }
  return {
    underAttack,
    async noteFailure() {
      const isAttack = (await failures.countUse('all')) > 0;
      if (!isAttack) return;
      if (!underAttack()) onAttack();
      attackUntil = Date.now() + attackMs;
    },
    newQuestion() {
      const id = randomBytes(12).toString('base64url');
      return { token: sign(id, Date.now().toString(36)), summands: chooseSummands(id) };
    },
    async checkAnswer(token, answer) {
      const [id = '', issuedAt = ''] = token.slice(0, 200).split('.');
      if (!matchesSecret(token, sign(id, issuedAt))) return false;
      if (Date.now() - Number.parseInt(issuedAt, 36) > attackMs || (await answers.countUse(id)) > 0) return false;
      const [first, second] = chooseSummands(id);
      return answer.trim() === String(first + second);
    },
  };
}
