/**
 * Consent in the browser. Loaded only when there is something to do: no valid record, a part of the page that waits for consent, tags of
 * this installation, or a visitor who wants the preferences. The bar comes after the page has loaded and after the country notice.
 */
import type { ConsentRecord } from '../../consent/consent-record.ts';
import { loadChunk } from '../loading/load-chunk.ts';
import { inPreview, takeTurn } from '../overlays/modal-turn.ts';
import { track } from '../loading/page-loader.ts';
import { whenSeenAgain } from '../navigation/seen-again.ts';
import { storedConsent } from '../stored-consent.ts';
import { swapped } from '../navigation/swap-page.ts';
import { applyConsent, refuseUntilAsked } from './consented-services.ts';
import { sendWaitingProofs } from './proof-queue.ts';
import { lendRecord, moveRecordCookie } from './record-cookie.ts';

/** A slow country service must not keep the question from being asked. */
const countryLimit = 1200;

function idle(resolve: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1000 });
  else setTimeout(resolve, 200);
}

function pageLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') idle(resolve);
    else addEventListener('load', () => idle(resolve), { once: true });
  });
}

/** When the choice was made that this page acts by. */
let knownAt: string | undefined;

/** The record changed: services start or end, and whatever shows the choice on this page follows. */
async function onDecision(record: ConsentRecord): Promise<void> {
  knownAt = record.lastConsentTimestamp;
  const mustReload = applyConsent(record);
  await setUpPage(record);
  if (mustReload) location.reload();
}

/** The parts of the page that wait for consent. */
async function setUpPage(record: ConsentRecord | null = storedConsent()): Promise<void> {
  moveRecordCookie();
  if (document.querySelector('[data-embed]'))
    await (await loadChunk(() => import('./embeds.ts'))).setUpEmbeds(record, acceptVideos);
  if (record)
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-consent]')) showChoice(form, record);
}

/** The plain form shows what is chosen now; the server could not, because a page is the same for everyone. */
function showChoice(form: HTMLFormElement, { categories, services }: ConsentRecord): void {
  form.addEventListener('submit', lendRecord);
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name=allow]')) {
    const [category = '', service] = box.value.split('.');
    box.checked = service
      ? (services[category]?.includes(service) ?? false)
      : (categories as string[]).includes(category);
  }
}

const loadDialogs = () => loadChunk(() => import('./consent-dialogs.ts'));

async function dialogs() {
  const { consentDialogs } = await loadDialogs();
  return consentDialogs(onDecision);
}

/** A choice made in another tab, or on a page that one came back from, holds here too. */
async function followChoice(): Promise<void> {
  const record = storedConsent();
  if (!record || record.lastConsentTimestamp === knownAt) return;
  await (await loadDialogs()).endConsentDialogs();
  await onDecision(record);
}

/** The cookie page is read before one decides, and has a form of its own: the bar, which holds the page, waits for the next one. */
function pageWithoutForm(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('form[data-consent]')) return;
      document.removeEventListener(swapped, look);
      resolve();
    };
    document.addEventListener(swapped, look);
    look();
  });
}

async function ask(): Promise<void> {
  if (!storedConsent()) await (await dialogs()).asked();
}

async function acceptVideos(): Promise<void> {
  (await dialogs()).acceptService('videoEmbed', 'analytics');
}

export async function openPreferences(): Promise<void> {
  (await track(dialogs())).showPreferences();
}

async function start(country: Promise<void>): Promise<void> {
  moveRecordCookie();
  const record = storedConsent();
  // What waits for consent shows its poster there, as to a visitor who has not decided.
  if (inPreview()) return setUpPage(record).catch(console.error);
  knownAt = record?.lastConsentTimestamp;
  whenSeenAgain(
    () =>
      void followChoice().catch((error: unknown) =>
        console.error('a choice made elsewhere could not be followed', error),
      ),
  );
  sendWaitingProofs();
  try {
    if (record) applyConsent(record);
    else refuseUntilAsked();
    await pageLoaded();
    await setUpPage(record);
    if (record) return;
    await Promise.race([country, new Promise((resolve) => setTimeout(resolve, countryLimit))]);
    await pageWithoutForm();
    await takeTurn(ask);
  } catch (error) {
    // Nothing is loaded without consent, so a visitor who could not be asked is not tracked either.
    console.error('consent could not be asked for', error);
  }
}

let started = false;

/** Call it for the document, and again for each page that is swapped in. It never rejects. */
export async function setUpConsent(country: Promise<void>): Promise<void> {
  if (started) return setUpPage().catch(console.error);
  started = true;
  await start(country);
}
