/**
 * Texts of pages that the specification or the law prescribes, in three languages: the missing page, consent and its cookies, the notice for
 * residents of the EU.
 */
import { describe, expect, inject, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { expectedWords } from '../expected-words.ts';
import { readableText } from '../readable-text.ts';

const siteUrl = inject('siteUrl');
const get = async (path: string) =>
  (await fetch(`${siteUrl}${path}`, { headers: { 'user-agent': 'Mozilla/5.0', 'accept-language': 'en' } })).text();

/** Name and lifetime of each cookie, as `cookies.test.ts` finds them in the answers. */
const lifetimes = {
  en: {
    cc_cookie: '182 days',
    locale: '365 days',
    accepted: '365 days',
    '__Host-session': 'Until you log out or the session expires',
    '__Host-device': '365 days',
    '__Host-registration': '30 minutes; once you have registered, 1 day',
    '__Host-link': '30 minutes, or until you have used the link',
    referral: '30 days',
    im_youtube: '182 days',
  },
  es: {
    cc_cookie: '182 días',
    locale: '365 días',
    accepted: '365 días',
    '__Host-session': 'Hasta que cierras la sesión o esta caduca',
    '__Host-device': '365 días',
    '__Host-registration': '30 minutos; tras registrarte, 1 día',
    '__Host-link': '30 minutos, o hasta que uses el enlace',
    referral: '30 días',
    im_youtube: '182 días',
  },
  it: {
    cc_cookie: '182 giorni',
    locale: '365 giorni',
    accepted: '365 giorni',
    '__Host-session': 'Fino all’uscita o alla scadenza della sessione',
    '__Host-device': '365 giorni',
    '__Host-registration': '30 minuti; dopo la registrazione, 1 giorno',
    '__Host-link': '30 minuti, o finché non usa il link',
    referral: '30 giorni',
    im_youtube: '182 giorni',
  },
};

/** The text about passwords that a form shows before anything is typed. */
const passwordRules = {
  en: ['8 to 15 characters', 'one digit', 'one lowercase letter', 'one uppercase letter', 'one special character'],
  es: ['de 8 a 15 caracteres', 'una cifra', 'una minúscula', 'una mayúscula', 'un carácter especial'],
  it: ['da 8 a 15 caratteri', 'una cifra', 'una lettera minuscola', 'una lettera maiuscola', 'un carattere speciale'],
};

describe.each(['en', 'es', 'it'] as const)('%s', (locale) => {
  const words = expectedWords(locale);
  const at = (path: string) => localePath(path, locale);

  test('a missing page has its title, heading, text and link home', async () => {
    const html = await get(at('/nope'));
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect({
      title: /<title>(.*?)<\/title>/.exec(html)?.[1],
      heading: readableText(/<h1>(.*?)<\/h1>/.exec(main)?.[1] ?? ''),
      home: new RegExp(`<a class="button" href="${at('/')}">(.*?)</a>`).exec(main)?.[1],
      says: readableText(main).includes(words.notFound.body),
    }).toEqual({
      title: `${words.notFound.pageTitle} | Veldstone`,
      heading: words.notFound.title,
      home: words.notFound.button,
      says: true,
    });
  });

  test('the consent bar has its question and its buttons', async () => {
    const { translation } = JSON.parse(await get(`/api/consent/texts?locale=${locale}`)) as {
      translation: { consentModal: Record<string, string>; preferencesModal: Record<string, string> };
    };
    const { title, description = '', acceptAllBtn, acceptNecessaryBtn, showPreferencesBtn } = translation.consentModal;
    const { consent } = words;
    expect({ title, acceptAllBtn, acceptNecessaryBtn, showPreferencesBtn }).toEqual({
      title: consent.title,
      acceptAllBtn: consent.acceptAll,
      acceptNecessaryBtn: consent.rejectAll,
      showPreferencesBtn: consent.managePreferences,
    });
    expect(readableText(description)).toContain(consent.text.replace(' {cookiePage}', ''));
    expect(translation.preferencesModal).toMatchObject({
      acceptAllBtn: consent.acceptAll,
      acceptNecessaryBtn: consent.rejectAll,
      savePreferencesBtn: consent.acceptSelection,
    });
  });

  test('the cookie page has the lifetime of each cookie', async () => {
    const html = await get(at('/cookie-disclosure'));
    const [table = ''] = /<[^>]*data-cookie-table.*?<\/table>/s.exec(html) ?? [];
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => readableText(cell)),
    );
    const said = Object.fromEntries(rows.map(([name = '', , , lifetime = '']) => [name, lifetime]));
    expect(said).toMatchObject(lifetimes[locale]);
  });

  test('the notice for residents of the EU has its text', async () => {
    const html = await get(at('/forex'));
    const [, notice = ''] = /id="eu-notice-source">(.*?)<\/noscript>/s.exec(html) ?? [];
    const text = readableText(notice);
    expect(Object.values(words.notice).filter((sentence) => !text.includes(sentence))).toEqual([]);
  });

  test('the password rules are shown before a password is typed', async () => {
    const html = await get(at('/register'));
    const [list = ''] = /<ul[^>]*aria-labelledby="password-rules".*?<\/ul>/s.exec(html) ?? [];
    expect([...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, rule = '']) => readableText(rule))).toEqual(
      passwordRules[locale],
    );
  });
});
