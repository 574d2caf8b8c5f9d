/** Renders mails as text and HTML. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readFormats } from '../../site/i18n/formats.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { MailMessage } from '../outbox/outbox.ts';
import { Letter, type LetterProps, type MailText } from './Letter.tsx';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

function renderText({ siteName, siteUrl, heading, paragraphs, link, textsBelowButton, facts }: LetterProps): string {
  return (
    [
      heading,
      ...paragraphs,
      ...(facts?.length ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
      ...(link ? [link] : []),
      ...textsBelowButton,
      `-- \n${siteName}\n${siteUrl}`,
    ].join('\n\n') + '\n'
  );
}

/** Builds the letter for the staff who read enquiries and applications: a plain list of the submitted fields. */
function buildDeskLetter({ template, values }: MailMessage): MailText & { facts: [string, string][] } {
  const { id, ...rest } = values;
  const title =
    template === 'application' ? `Application: ${values['job']}` : `Enquiry: ${values['topic'] || values['kind']}`;
  return {
    subject: `${title} (${values['name']})`,
    heading: title,
    paragraphs: [],
    facts: [...Object.entries(rest).filter(([, value]) => value !== ''), ['reference', id ?? '']],
    textsBelowButton: [
      'Reply to this message to answer the sender.',
      ...(template === 'application'
        ? ['The attached file was checked by its content, but it comes from a stranger: open it with care.']
        : []),
    ],
  };
}

type VisitorTemplate = Exclude<MailMessage['template'], 'enquiry' | 'application'>;

/** Builds the letter for a visitor from the site's messages. */
function buildVisitorLetter(
  template: VisitorTemplate,
  { locale, values: { device, at } }: MailMessage,
  siteName: string,
): MailText {
  const t = translator(locale);
  const parameters = {
    site: siteName,
    device: device || t('mail.unknownDevice'),
    time: at ? readFormats(locale).moment(at) : '',
  };
  return {
    subject: t(`mail.${template}.subject`),
    heading: t(`mail.${template}.heading`),
    paragraphs: [t(`mail.${template}.text`, parameters)],
    ...(template === 'verify' || template === 'recover' ? { button: t(`mail.${template}.button`) } : {}),
    textsBelowButton: t(`mail.${template}.after`, parameters).split('\n'),
  };
}

export function renderMail(
  message: MailMessage,
  { siteName, siteUrl, link }: { siteName: string; siteUrl: string; link?: string },
): RenderedMail {
  const { template, locale } = message;
  const mailText =
    template === 'enquiry' || template === 'application'
      ? buildDeskLetter(message)
      : buildVisitorLetter(template, message, siteName);
  const letter: LetterProps = { ...mailText, locale, siteName, siteUrl, ...(link ? { link } : {}) };
  // A line break in a subject would begin another header.
  const subject = letter.subject.replace(/[\r\n\u0000-\u001f]+/g, ' ').slice(0, 180);
  return {
    subject,
    text: renderText(letter),
    html: `<!doctype html>${renderToStaticMarkup(createElement(Letter, { ...letter, subject }))}`,
  };
}
