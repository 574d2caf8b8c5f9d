/** Mails as text and HTML. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '../locale.ts';
import { type MailText, mailTexts, unknownDevice } from './mail-texts.ts';
import type { MailMessage } from '../outbox/outbox.ts';
import { Letter, type LetterProps } from './Letter.tsx';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Whose conventions dates follow; the site's own pages follow the same. */
const dateTag: Record<Locale, string> = { en: 'en-GB', es: 'es-ES', it: 'it-IT' };

function letterText({ siteName, siteUrl, heading, paragraphs, link, after, facts }: LetterProps): string {
  return [heading, ...paragraphs, ...(facts?.length ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []), ...(link ? [link] : []), ...after, `-- \n${siteName}\n${siteUrl}`].join('\n\n') + '\n';
}

/** For the people who read enquiries and applications: what was sent, plainly. */
function deskLetter({ template, values }: MailMessage): MailText & { facts: [string, string][] } {
  const { id, ...rest } = values;
  const what = template === 'application' ? `Application: ${values['job']}` : `Enquiry: ${values['topic'] || values['kind']}`;
  return {
    subject: `${what} (${values['name']})`, heading: what, paragraphs: [], facts: [...Object.entries(rest).filter(([, value]) => value !== ''), ['reference', id ?? '']],
    after: ['Reply to this message to answer the sender.', ...(template === 'application' ? ['The attached file was checked by its content, but it comes from a stranger: open it with care.'] : [])],
  };
}

export function renderMail(message: MailMessage, { siteName, siteUrl, link }: { siteName: string; siteUrl: string; link?: string }): RenderedMail {
  const { template, locale } = message;
  const own = template === 'enquiry' || template === 'application' ? deskLetter(message) : mailTexts[template][locale];
  const { device, at } = message.values;
  const time = at ? new Intl.DateTimeFormat(dateTag[locale], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at)) : '';
  const said: Record<string, string> = { '{site}': siteName, '{device}': device || unknownDevice[locale], '{time}': `${time} UTC` };
  const named = (text: string) => text.replace(/\{(?:site|device|time)\}/g, (name) => said[name] ?? name);
  const letter: LetterProps = { ...own, paragraphs: own.paragraphs.map(named), after: own.after.map(named), locale, siteName, siteUrl, ...(link ? { link } : {}) };
  // A line break in a subject would be a header of its own.
  const subject = letter.subject.replace(/[\r\n\u0000-\u001f]+/g, ' ').slice(0, 180);
  return { subject, text: letterText(letter), html: `<!doctype html>${renderToStaticMarkup(createElement(Letter, { ...letter, subject }))}` };
}
