/** Builds answers that refuse a request for now. No cache may keep them. */
import type { Context } from 'hono';
import { splitLocale } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { chooseFirstVisitLocale } from './language-choice.ts';

export const noStore = { 'cache-control': 'no-store' };

const sentences = { 400: 'forms.unreadable', 403: 'forms.foreign', 413: 'forms.tooLarge' } as const;

/** Refuses a form that no page shows again. The answer is one sentence in the language of the form's page, or else of the browser. */
export function refuseForm(context: Context, status: keyof typeof sentences): Response {
  const from = context.req.header('referer') ?? '';
  const page = URL.canParse(from) ? splitLocale(new URL(from).pathname).locale : null;
  const locale = page ?? chooseFirstVisitLocale(context.req.header());
  return context.text(translator(locale)(sentences[status]), status, noStore);
}

/** Answers 503, because missing content is the server's failure: search engines and other sites would believe a 404 or an empty list. */
export function refuseWithoutContent(context: Context, advice = ''): Response {
  return context.text(`The site is waiting for its content.${advice}`, 503, { ...noStore, 'retry-after': '10' });
}

/** Answers 429. @param seconds until the visitor may try again. */
export function refuseTooMany(context: Context, sentence: string, seconds: number): Response {
  return context.text(sentence, 429, { ...noStore, 'retry-after': String(seconds) });
}
