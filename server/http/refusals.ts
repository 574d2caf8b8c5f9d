/** Answers that refuse a request for now. No cache may keep them. */
import type { Context } from 'hono';

export const noStore = { 'cache-control': 'no-store' };

/** 503, because missing content is the server's failure: search engines and other sites would believe a 404 or an empty list. */
export function refuseWithoutContent(context: Context, advice = ''): Response {
  return context.text(`The site is waiting for its content.${advice}`, 503, { ...noStore, 'retry-after': '10' });
}

/** 429. @param seconds until the visitor may try again. */
export function refuseTooMany(context: Context, sentence: string, seconds: number): Response {
  return context.text(sentence, 429, { ...noStore, 'retry-after': String(seconds) });
}
