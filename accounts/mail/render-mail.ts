/** Mails as text and HTML. Tables and few rules, because mail programs know little else; both colour schemes. Every value is escaped. */
import { type Locale, languageAttributes } from '../../content/locales.ts';
import { formatsOf } from '../../site/i18n/formats.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { MailMessage } from '../outbox/outbox.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

interface MailText {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: string;
  /** Below the button. */
  after: string[];
}

interface Letter extends MailText {
  locale: Locale;
  siteName: string;
  siteUrl: string;
  link?: string;
  facts?: [string, string][];
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

const styles = `
  body { margin: 0; background: #fbfaf6; color: #14211b; font: 16px/1.6 'Instrument Sans', Helvetica, Arial, sans-serif; }
  .sheet { max-width: 34rem; margin: 0 auto; padding: 40px 24px; }
  h1 { font-size: 24px; line-height: 1.25; margin: 24px 0 16px; } p { margin: 0 0 16px; }
  .brand { font-weight: 700; letter-spacing: -0.01em; } .small { color: #54605a; font-size: 14px; }
  .button { display: inline-block; padding: 14px 22px; border-radius: 6px; background: #1f5c43; color: #fbfaf6 !important; font-weight: 600; text-decoration: none; }
  td { padding: 6px 16px 6px 0; vertical-align: top; } td + td { white-space: pre-wrap; } .rule { border-top: 1px solid #d5d8d2; margin: 24px 0 16px; }
  a { color: #1f5c43; word-break: break-all; }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1613; color: #eeece3; } .small { color: #a3afa8; } .button { background: #86c7a4; color: #0e1613 !important; } .rule { border-color: #35423b; } a { color: #86c7a4; }
  }`;

function letterHtml({ locale, siteName, siteUrl, heading, subject, paragraphs, button, link, after, facts }: Letter): string {
  const paragraph = (text: string, style = '') => `<p${style}>${escaped(text)}</p>`;
  const rows = facts?.map(([name, value]) => `<tr><td class="small">${escaped(name)}</td><td>${escaped(value)}</td></tr>`).join('');
  const { lang, dir } = languageAttributes(locale);
  // Twice: some mail programs show the body alone.
  const direction = dir ? ` dir="${dir}"` : '';
  return `<!doctype html><html lang="${lang}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`
    + `<meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${styles}</style></head><body><div class="sheet"${direction}><div class="brand">${escaped(siteName)}</div>`
    + `<h1>${escaped(heading)}</h1>${paragraphs.map((text) => paragraph(text)).join('')}${rows ? `<table role="presentation">${rows}</table>` : ''}`
    + (link && button ? `<p><a class="button" href="${escaped(link)}">${escaped(button)}</a></p><p class="small"><a href="${escaped(link)}">${escaped(link)}</a></p>` : '')
    + `${after.map((text) => paragraph(text, ' class="small"')).join('')}<div class="rule"></div><p class="small"><a href="${escaped(siteUrl)}">${escaped(siteUrl.replace(/^https?:\/\//, ''))}</a></p></div></body></html>`;
}

function letterText({ siteName, siteUrl, heading, paragraphs, link, after, facts }: Letter): string {
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

type VisitorTemplate = Exclude<MailMessage['template'], 'enquiry' | 'application'>;

/** For visitors, in the words of the site's messages. */
function visitorLetter(template: VisitorTemplate, { locale, values: { device, at } }: MailMessage, siteName: string): MailText {
  const t = translator(locale);
  const said = { site: siteName, device: device || t('mail.unknownDevice'), time: at ? formatsOf(locale).moment(at) : '' };
  return {
    subject: t(`mail.${template}.subject`), heading: t(`mail.${template}.heading`), paragraphs: [t(`mail.${template}.text`, said)],
    ...(template === 'verify' || template === 'recover' ? { button: t(`mail.${template}.button`) } : {}), after: t(`mail.${template}.after`, said).split('\n'),
  };
}

export function renderMail(message: MailMessage, { siteName, siteUrl, link }: { siteName: string; siteUrl: string; link?: string }): RenderedMail {
  const { template, locale } = message;
  const own = template === 'enquiry' || template === 'application' ? deskLetter(message) : visitorLetter(template, message, siteName);
  const letter: Letter = { ...own, locale, siteName, siteUrl, ...(link ? { link } : {}) };
  // A line break in a subject would be a header of its own.
  const subject = letter.subject.replace(/[\r\n\u0000-\u001f]+/g, ' ').slice(0, 180);
  return { subject, text: letterText(letter), html: letterHtml({ ...letter, subject }) };
}
