/** The bar and the preferences of vanilla-cookieconsent, configured as sections 4 and 9 say (R43, R44). */
import * as cookieConsent from 'vanilla-cookieconsent';
import { type ConsentRecord, consentCookie, consentDays, consentRevision, validRecord } from '../../consent/consent-record.ts';
import { consentServices } from '../../consent/consent-registry.ts';
import { cookie } from '../cookie.ts';
import { stylesheet } from '../stylesheet.ts';
import consentStyles from './consent.css?url';
import { thirdParties } from './consented-services.ts';
import { fetchConsentTexts } from './fetch-consent-texts.ts';
import { queueProof } from './proof-queue.ts';

export interface ConsentDialogs {
  showPreferences: () => void;
  acceptService: (service: string, category: string) => void;
  /** Resolves when there is a decision. */
  asked: () => Promise<void>;
  end: () => void;
}

type OnDecision = (record: ConsentRecord) => Promise<void>;
let running: Promise<ConsentDialogs> | undefined;

/** Starts the library once a page; a start that failed may be tried again. */
export function consentDialogs(onDecision: OnDecision): Promise<ConsentDialogs> {
  running ??= run(onDecision).catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  return running;
}

/** Another page has decided: what this one knows of the record is old. The library starts anew when it is needed again. */
export async function endConsentDialogs(): Promise<void> {
  const ending = running;
  running = undefined;
  (await ending)?.end();
}

/** GA sets its cookies on the highest domain that it may: each parent of this host is cleared, too. */
function everywhere(names: (string | RegExp)[]): cookieConsent.CookieItem[] {
  const parts = location.hostname.split('.');
  const parents = parts.slice(0, -1).map((_, index) => `.${parts.slice(index).join('.')}`);
  return names.flatMap((name) => [{ name }, ...parents.map((domain) => ({ name, domain }))]);
}

/** The library judges by fields and revision only: a record that is over, or cannot be read, must be gone before it looks. */
function dropUnreadableRecord(): void {
  const value = cookie(consentCookie);
  const old = /%22revision%22%3A(\d+)/.exec(value ?? '')?.[1];
  if (value === undefined || validRecord(value) || (old && old !== String(consentRevision))) return;
  for (const domain of ['', `; Domain=${location.hostname}`]) document.cookie = `${consentCookie}=; Path=/; Max-Age=0${domain}`;
}

function pattern(name: string): string | RegExp {
  return name.endsWith('*') ? new RegExp(`^${name.slice(0, -1).replaceAll('.', '\\.')}`) : name;
}

async function run(onDecision: OnDecision): Promise<ConsentDialogs> {
  const [texts] = await Promise.all([fetchConsentTexts(), stylesheet(consentStyles)]);
  const { lang } = document.documentElement;
  let decided: () => void;
  const decision = new Promise<void>((resolve) => { decided = resolve; });
  dropUnreadableRecord();
  document.documentElement.classList.toggle('keeps-gutter', innerWidth > document.documentElement.clientWidth);

  const settle = (written: cookieConsent.CookieValue) => {
    const record = written as ConsentRecord;
    queueProof(record, texts.hash);
    decided();
    void onDecision(record);
  };
  const adCookies = thirdParties()?.adTags.flatMap((tag) => tag.cookies.map(pattern)) ?? [];

  await cookieConsent.run({
    mode: 'opt-in',
    autoShow: true,
    hideFromBots: true,
    disablePageInteraction: true,
    autoClearCookies: true,
    // A category without scripts in the page: ours are loaded by code, after consent.
    manageScriptTags: false,
    revision: consentRevision,
    cookie: { name: consentCookie, expiresAfterDays: consentDays, path: '/', sameSite: 'Lax', secure: true },
    guiOptions: {
      consentModal: { layout: 'bar', position: 'bottom center', equalWeightButtons: true, flipButtons: false },
      preferencesModal: { layout: 'box', equalWeightButtons: true, flipButtons: false },
    },
    categories: {
      necessary: { enabled: true, readOnly: true },
      analytics: {
        autoClear: { cookies: everywhere([/^_ga/, '_gid', 'im_youtube']) },
        services: {
          [consentServices.analytics[0]]: { label: texts.services.webAnalytics, cookies: everywhere([/^_ga/, '_gid']) },
          [consentServices.analytics[1]]: { label: texts.services.videoEmbed, cookies: everywhere(['im_youtube']) },
        },
      },
      ads: adCookies.length > 0 ? { autoClear: { cookies: everywhere(adCookies) } } : {},
    },
    language: { default: 'en', autoDetect: 'document', translations: { en: texts.translation, [lang]: texts.translation } },
    onFirstConsent: ({ cookie: written }) => settle(written),
    onChange: ({ cookie: written }) => settle(written),
    onModalReady: ({ modalName, modal }) => {
      if (modalName !== 'preferencesModal') return;
      // A link to a place on this page is of no use behind the box.
      modal.addEventListener('click', (event) => {
        if ((event.target as Element).closest('a[href^="#"]')) cookieConsent.hidePreferences();
      });
    },
  });
  return {
    showPreferences: cookieConsent.showPreferences,
    acceptService: cookieConsent.acceptService,
    asked: () => decision,
    end() {
      cookieConsent.reset(false);
      decided();
    },
  };
}
