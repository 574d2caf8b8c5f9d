/**
 * Builds the texts of the consent bar and its preferences in one language, in the shape of vanilla-cookieconsent. The server builds them,
 * because the proof of a consent must name exactly the text that was shown: the browser fetches it together with its hash.
 */
import type { Translation } from 'vanilla-cookieconsent';
import { localePath } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import { type Translate, translator } from '../i18n/translate.ts';
import { staticPaths } from '../../content/static-paths.ts';

interface ConsentTexts {
  translation: Translation;
  services: { webAnalytics: string; videoEmbed: string };
  embed: { load: string; loadAll: string };
  /** The plain form's text about each service (`consent-form.tsx`), which is part of the proof. */
  form: { webAnalytics: string; videoEmbed: string };
}

/** The answer to the browser: the texts, and the hash that its proof will name. */
export interface ConsentTextsAnswer extends ConsentTexts {
  hash: string;
}

function buildPreferences(t: Translate): Translation['preferencesModal'] {
  return {
    title: t('consent.preferencesTitle'),
    acceptAllBtn: t('consent.acceptAll'),
    acceptNecessaryBtn: t('consent.rejectAll'),
    savePreferencesBtn: t('consent.acceptSelection'),
    closeIconLabel: t('consent.close'),
    serviceCounterLabel: t('consent.serviceCounter'),
    sections: [
      { title: t('consent.usageTitle'), description: t('consent.usage') },
      {
        title: t('consent.category.necessary'),
        description: t('consent.about.necessary'),
        linkedCategory: 'necessary',
      },
      {
        title: t('consent.category.analytics'),
        description: t('consent.about.analytics'),
        linkedCategory: 'analytics',
      },
      { title: t('consent.category.ads'), description: t('consent.about.ads'), linkedCategory: 'ads' },
      {
        title: t('consent.moreTitle'),
        description: t('consent.more', { contact: `<a href="#contact-page">${t('consent.contact')}</a>` }),
      },
    ],
  };
}

export function buildConsentTexts(locale: Locale): ConsentTexts {
  const t = translator(locale);
  const cookiePage = `<a href="${localePath(staticPaths['cookie-disclosure'], locale)}">${t('consent.cookiePage')}</a>`;
  return {
    translation: {
      consentModal: {
        label: t('consent.title'),
        title: t('consent.title'),
        description: t('consent.text', { cookiePage }),
        acceptAllBtn: t('consent.acceptAll'),
        acceptNecessaryBtn: t('consent.rejectAll'),
        showPreferencesBtn: t('consent.managePreferences'),
      },
      preferencesModal: buildPreferences(t),
    },
    services: { webAnalytics: t('consent.service.webAnalytics'), videoEmbed: t('consent.service.videoEmbed') },
    embed: { load: t('blocks.embedLoad'), loadAll: t('consent.loadAllVideos') },
    form: {
      webAnalytics: t('consent.aboutService.webAnalytics'),
      videoEmbed: t('consent.aboutService.videoEmbed'),
    },
  };
}
