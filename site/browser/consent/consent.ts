/**
 * Consent in the browser. Loaded only when there is something to do: no valid record, a part of the page that waits for consent, tags of
 * this installation, or a visitor who opens the preferences. The bar appears after the page has loaded and after the country notice.
 */
import type { ConsentRecord } from '../../consent/consent-record.ts';
import { embeddedVideos } from '../../consent/embedded-video.ts';
import { isAutomated } from '../automated-browser.ts';
import { loadChunk } from '../loading/load-chunk.ts';
import { inPreview, takeTurn } from '../overlays/modal-turn.ts';
import { track } from '../loading/page-loader.ts';
import { whenSeenAgain } from '../navigation/seen-again.ts';
import { readConsent } from '../stored-consent.ts';
import { swapped } from '../navigation/swapped.ts';
import { whenLoadedAndIdle } from '../when-idle.ts';
import { applyConsent, denyByDefault } from './consented-services.ts';
import { sendWaitingProofs } from './proof-queue.ts';
import { lendRecord, moveRecordCookie } from './record-cookie.ts';

/** How long the question waits for the country notice: a slow country service must not prevent the question. */
const countryTimeoutMs = 1200;

/** The time of the choice that this page has applied. */
let knownAt: string | undefined;

/** Applies a changed record: starts or stops services, and updates the parts of this page that show the choice. */
async function onDecision(record: ConsentRecord): Promise<void> {
  knownAt = record.lastConsentTimestamp;
  const mustReload = applyConsent(record);
  await setUpConsentParts(record);
  if (mustReload) location.reload();
}

/** Sets up the parts of the page that depend on consent. */
async function setUpConsentParts(record: ConsentRecord | null = readConsent()): Promise<void> {
  moveRecordCookie();
  if (document.querySelector(embeddedVideos))
    await (await loadChunk(() => import('./embeds.ts'))).setUpEmbeds(record, acceptVideos);
  if (record)
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-consent]')) showChoice(form, record);
}

/** Ticks the current choice in the plain form; the server cannot do that, because a page is the same for everyone. */
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

async function loadAndStartDialogs() {
  const { startDialogs } = await loadDialogs();
  return startDialogs(onDecision);
}

/** Applies a choice that the visitor made in another tab or on another page. */
async function followChoice(): Promise<void> {
  const record = readConsent();
  if (!record || record.lastConsentTimestamp === knownAt) return;
  await (await loadDialogs()).endConsentDialogs();
  await onDecision(record);
}

/** Waits for a page other than the cookie page: visitors read that page before they decide, and the bar must not block its form. */
function waitForPageWithoutForm(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.querySelector('form[data-consent]')) return;
      document.removeEventListener(swapped, check);
      resolve();
    };
    document.addEventListener(swapped, check);
    check();
  });
}

async function ask(): Promise<void> {
  if (!readConsent()) await (await loadAndStartDialogs()).decision;
}

async function acceptVideos(): Promise<void> {
  (await loadAndStartDialogs()).acceptService('videoEmbed', 'analytics');
}

export async function openPreferences(): Promise<void> {
  (await track(loadAndStartDialogs())).showPreferences();
}

async function start(country: Promise<void>): Promise<void> {
  moveRecordCookie();
  const record = readConsent();
  // A preview does not ask for consent; embeds follow an earlier decision of the editor on the site, if there is one.
  if (inPreview()) return setUpConsentParts(record).catch(console.error);
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
    else denyByDefault();
    await new Promise<void>(whenLoadedAndIdle);
    await setUpConsentParts(record);
    if (record) return;
    await Promise.race([country, new Promise((resolve) => setTimeout(resolve, countryTimeoutMs))]);
    await waitForPageWithoutForm();
    await takeTurn(ask);
  } catch (error) {
    // Nothing is loaded without consent, so a visitor who could not be asked is not tracked either.
    console.error('consent could not be asked for', error);
  }
}

let started = false;

/**
 * Sets up consent. Call it for the document, and again for each page that is swapped in. It never rejects.
 * @param country resolves when the country notice, if there is one, has its place in the queue of modals.
 */
export async function setUpConsent(country: Promise<void>): Promise<void> {
  // Nobody there could answer the question.
  if (isAutomated()) return;
  if (started) return setUpConsentParts().catch(console.error);
  started = true;
  await start(country);
}
