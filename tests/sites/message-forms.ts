/**
 * The forms with which visitors send a message: the enquiry of the site itself, and one that an editor composed (`form-site.ts` starts a site
 * with both). One table drives the tests of both.
 */
import type { Locale } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { Answer, Visitor } from './account-site.ts';
import { formPath, formWords } from './form-site.ts';

export type Fields = Record<string, string>;

interface MessageForm {
  path: string;
  /** Fields that the form accepts. @param html the page that the visitor sees. */
  fields: (email: string, locale: Locale, html: string) => Fields;
  /** The address after it was sent. */
  sent: (locale: Locale) => string;
  name: string;
  email: string;
  message: string;
}

/** Reads the version of a form that the visitor saw. */
export function readVersion(html: string, form: string): Fields {
  const name = `form-${form}-version`;
  return { [name]: new RegExp(`name="${name}" value="(\\w+)"`).exec(html)?.[1] ?? '' };
}

export const webinar = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`form-webinar-${name}`, value]));

const anchors: Record<Locale, string> = {
  en: 'watch-the-webinar',
  es: 'mira-el-seminario',
  it: 'guardi-il-webinar',
};

export const messageForms: Record<'enquiry' | 'form', MessageForm> = {
  enquiry: {
    path: '/contact',
    fields: (email) => ({
      intent: 'enquire',
      name: 'Anna Rossi',
      email,
      topic: 'other',
      message: 'What I want to know',
    }),
    sent: (locale) => localePath('/contact?sent=1#form', locale),
    name: 'name',
    email: 'email',
    message: 'message',
  },
  form: {
    path: formPath,
    fields: (email, locale, html) => ({
      intent: 'form-webinar',
      ...readVersion(html, 'webinar'),
      ...webinar({
        name: 'Anna Rossi',
        email,
        country: 'IT',
        phone: '02 1234 5678',
        subject: formWords[locale].choices[0] ?? '',
        company: 'Rossi & figli',
        question: 'What I want to know',
        newsletter: 'yes',
      }),
    }),
    sent: (locale) => localePath(`${formPath}?sent=webinar#${anchors[locale]}`, locale),
    name: 'form-webinar-name',
    email: 'form-webinar-email',
    message: 'form-webinar-question',
  },
};
export const bothForms = Object.keys(messageForms) as (keyof typeof messageForms)[];

/** Opens the page of the form, and sends it. */
export async function sendForm(
  visitor: Visitor,
  name: keyof typeof messageForms,
  email: string,
  more: Fields = {},
  locale: Locale = 'en',
): Promise<Answer> {
  const form = messageForms[name];
  const path = localePath(form.path, locale);
  const { text } = await visitor.get(path);
  return visitor.post(path, { ...form.fields(email, locale, text), ...more });
}
