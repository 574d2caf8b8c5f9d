/** Runs the consent bar and the preferences of vanilla-cookieconsent as R43 and R44 require. `library-html.ts` comes first: the library's HTML needs its Trusted Types policy. */
import '../library-html.ts';
import * as cookieConsent from 'vanilla-cookieconsent';
import {
  type ConsentRecord,
  consentCookie,
  consentDays,
  consentRevision,
  parseValidRecord,
} from '../../consent/consent-record.ts';
import { consentServices } from '../../consent/consent-registry.ts';
import { isAutomated } from '../automated-browser.ts';
import { readCookie } from '../cookie.ts';
import { loadStylesheet } from '../loading/stylesheet.ts';
import { readStored, store } from '../page-storage.ts';
import { findRecordArea } from '../stored-consent.ts';
import { swapped } from '../navigation/swapped.ts';
import consentStyles from './consent.css?url';
import { readThirdParties } from './consented-services.ts';
import { fetchConsentTexts } from './fetch-consent-texts.ts';
import { queueProof } from './proof-queue.ts';
import { dropRecordCookie, moveRecordCookie, storageTakesRecord } from './record-cookie.ts';

interface ConsentDialogs {
  showPreferences: () => void;
  acceptService: (service: string, category: string) => void;
  /** Resolves when the visitor has decided, or when the dialogs end. */
  decision: Promise<void>;
  end: () => void;
}

type OnDecision = (record: ConsentRecord) => Promise<void>;
let running: Promise<ConsentDialogs> | undefined;

/** Starts the library once per document; the next call retries a failed start. @throws when the texts or the stylesheet do not load. */
export function startDialogs(onDecision: OnDecision): Promise<ConsentDialogs> {
  running ??= startLibrary(onDecision).catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  return running;
}

/** Ends the library after a decision in another tab or on another page, which makes its copy of the record stale. The next `startDialogs` starts it again. */
export async function endConsentDialogs(): Promise<void> {
  const ending = running;
  running = undefined;
  (await ending)?.end();
}

/** Lists each cookie on this host and on its parent domains: GA sets its cookies on the highest domain that the browser allows. */
function listCookieItems(names: (string | RegExp)[]): cookieConsent.CookieItem[] {
  const parts = location.hostname.split('.');
  const parents = parts.slice(0, -1).map((_, index) => `.${parts.slice(index).join('.')}`);
  return names.flatMap((name) => [{ name }, ...parents.map((domain) => ({ name, domain }))]);
}

/** Removes an expired or unreadable record: the library checks only fields and revision. A record of another revision stays, because the library asks again and keeps its id. */
function dropUnreadableRecord(): void {
  const value = readStored(findRecordArea(), consentCookie) ?? readCookie(consentCookie);
  const revision = /(?:%22|")revision(?:%22|")(?:%3A|:)(\d+)/.exec(value ?? '')?.[1];
  if (value === undefined || parseValidRecord(value) || (revision && revision !== String(consentRevision))) return;
  store(findRecordArea(), consentCookie, null);
  dropRecordCookie();
}

function toPattern(name: string): string | RegExp {
  return name.endsWith('*') ? new RegExp(`^${name.slice(0, -1).replaceAll('.', '\\.')}`) : name;
}

let stopObserving: (() => void) | undefined;

/**
 * Lets a visitor use the part of the page to which a link in the preferences leads, such as the contact details: hides the preferences and the bar. The bar
 * returns when the part has left the viewport, or on the next page, unless the visitor has decided. The browser follows the link and scrolls to the part.
 */
function showLinkTarget(target: HTMLElement): void {
  stopObserving?.();
  cookieConsent.hidePreferences();
  if (target.tabIndex < 0) target.tabIndex = -1;
  if (!cookieConsent.validConsent()) {
    cookieConsent.hide();
    let wasVisible = false;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting } of entries) {
        if (wasVisible && !isIntersecting) askAgain();
        wasVisible ||= isIntersecting;
      }
    });
    stopObserving = () => {
      observer.disconnect();
      document.removeEventListener(swapped, askAgain);
    };
    const askAgain = () => {
      stopObserving?.();
      if (!cookieConsent.validConsent()) cookieConsent.show();
    };
    observer.observe(target);
    document.addEventListener(swapped, askAgain);
  }
  // Last, because the library restores the previous focus when it hides a dialog.
  target.focus({ preventScroll: true });
}

async function startLibrary(onDecision: OnDecision): Promise<ConsentDialogs> {
  const [texts] = await Promise.all([fetchConsentTexts(), loadStylesheet(consentStyles)]);
  const { lang, dir } = document.documentElement;
  let decided: () => void;
  const decision = new Promise<void>((resolve) => {
    decided = resolve;
  });
  moveRecordCookie();
  dropUnreadableRecord();
  // A record that could not be moved to local storage is read from, and written to, its cookie.
  const useLocalStorage = readCookie(consentCookie) === undefined && storageTakesRecord();
  // Where the scrollbar takes up width, that width stays empty while the library hides it: else the page would jump.
  document.documentElement.classList.toggle('keeps-gutter', innerWidth > document.documentElement.clientWidth);

  const settle = (written: cookieConsent.CookieValue) => {
    const record = written as ConsentRecord;
    stopObserving?.();
    queueProof(record, texts.hash);
    decided();
    void onDecision(record);
  };
  const adCookies = readThirdParties()?.adTags.flatMap((tag) => tag.cookies.map(toPattern)) ?? [];
  await cookieConsent.run({
    mode: 'opt-in',
    autoShow: true,
    // Instead of the library's own check, which takes some phones for bots.
    hideFromBots: isAutomated(),
    disablePageInteraction: true,
    autoClearCookies: true,
    // The pages have no script tags for the library to manage: our code loads the scripts, after consent.
    manageScriptTags: false,
    revision: consentRevision,
    cookie: {
      name: consentCookie,
      expiresAfterDays: consentDays,
      path: '/',
      sameSite: 'Lax',
      secure: true,
      useLocalStorage,
    },
    guiOptions: {
      consentModal: { layout: 'bar', position: 'bottom center', equalWeightButtons: true, flipButtons: false },
      preferencesModal: { layout: 'box', equalWeightButtons: true, flipButtons: false },
    },
    categories: {
      necessary: { enabled: true, readOnly: true },
      analytics: {
        autoClear: { cookies: listCookieItems([/^_ga/, '_gid', 'im_youtube']) },
        services: {
          [consentServices.analytics[0]]: {
            label: texts.services.webAnalytics,
            cookies: listCookieItems([/^_ga/, '_gid']),
          },
          [consentServices.analytics[1]]: {
            label: texts.services.videoEmbed,
            cookies: listCookieItems(['im_youtube']),
          },
        },
      },
      ads: adCookies.length > 0 ? { autoClear: { cookies: listCookieItems(adCookies) } } : {},
    },
    language: {
      default: 'en',
      autoDetect: 'document',
      translations: { en: texts.translation, [lang]: texts.translation },
      ...(dir === 'rtl' && { rtl: lang }),
    },
    onFirstConsent: ({ cookie: written }) => settle(written),
    onChange: ({ cookie: written }) => settle(written),
    onModalReady: ({ modalName, modal }) => {
      if (modalName !== 'preferencesModal') return;
      modal.addEventListener('click', (event) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
        const target = link && document.getElementById(link.hash.slice(1));
        if (target) showLinkTarget(target);
      });
    },
  });
  return {
    showPreferences: cookieConsent.showPreferences,
    acceptService: cookieConsent.acceptService,
    decision,
    end() {
      stopObserving?.();
      cookieConsent.reset(false);
      decided();
    },
  };
}
