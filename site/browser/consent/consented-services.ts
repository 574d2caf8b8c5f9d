/**
 * Runs services after consent: GA4 and the tags of advertising partners, with Google's Consent Mode v2. The browser requests no script before; the
 * consent signals stay "denied" until the record grants them.
 */
import type { ConsentRecord } from '../../consent/consent-record.ts';
import type { ThirdParties } from '../../consent/consent-registry.ts';
import { loadScript } from '../loading/load-script.ts';
import { swapped } from '../navigation/swapped.ts';

type Signal = 'granted' | 'denied';
type AnalyticsScope = typeof globalThis & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>;

const globalScope = globalThis as AnalyticsScope;
const loaded = new Set<string>();
let signalled = false;

/** Reads the scripts that this installation may load; the server writes them into every page. */
export function readThirdParties(): ThirdParties | null {
  const { tags } = document.documentElement.dataset;
  return tags ? (JSON.parse(tags) as ThirdParties) : null;
}

/** Queues a command for Google's scripts, which read the arguments object itself and ignore an array. */
function gtag(..._command: unknown[]): void {
  (globalScope.dataLayer ??= []).push(arguments);
}

function buildSignals(analytics: Signal, ads: Signal) {
  return { analytics_storage: analytics, ad_storage: ads, ad_user_data: ads, ad_personalization: ads };
}

/** Builds the page's address for analytics, without the secret tokens of links in our mails. */
function buildMeasuredAddress(): string {
  const address = new URL(location.href);
  for (const secret of ['token', 'confirm']) address.searchParams.delete(secret);
  return address.href;
}

/** Reports the page view of a swapped-in page, which Google's script does not notice; it notices Back and Forward by itself. */
function measurePage(): void {
  gtag('set', { page_location: buildMeasuredAddress(), page_title: document.title });
  if (navigation.transition?.navigationType !== 'traverse') gtag('event', 'page_view');
}

/** Runs a script that the record allows, once; a script that failed to load can be retried. */
function runScript(src: string): void {
  if (loaded.has(src)) return;
  loaded.add(src);
  loadScript(src).catch((error: unknown) => {
    loaded.delete(src);
    console.error(error);
  });
}

/** Sets the default of Consent Mode: all four signals denied. It must precede every other command. */
export function denyByDefault(): void {
  if (signalled || !readThirdParties()) return;
  signalled = true;
  gtag('consent', 'default', { ...buildSignals('denied', 'denied'), wait_for_update: 500 });
}

/** Applies a record of consent. @returns true when a running script is no longer allowed: only a reload stops it. */
export function applyConsent({ categories, services }: Pick<ConsentRecord, 'categories' | 'services'>): boolean {
  const parties = readThirdParties();
  if (!parties) return false;
  const { analyticsId, adTags } = parties;
  const analytics = analyticsId !== '' && (services['analytics']?.includes('webAnalytics') ?? false);
  const ads = categories.includes('ads');
  denyByDefault();
  gtag('consent', 'update', buildSignals(analytics ? 'granted' : 'denied', ads ? 'granted' : 'denied'));
  const analyticsScript = `https://www.googletagmanager.com/gtag/js?id=${analyticsId}`;
  if (analyticsId) globalScope[`ga-disable-${analyticsId}`] = !analytics;
  if (analytics && !loaded.has(analyticsScript)) {
    gtag('js', new Date());
    gtag('set', { page_location: buildMeasuredAddress() });
    gtag('config', analyticsId);
    document.addEventListener(swapped, measurePage);
    runScript(analyticsScript);
  }
  if (ads) for (const tag of adTags) runScript(tag.src);
  return (!analytics && loaded.has(analyticsScript)) || (!ads && adTags.some((tag) => loaded.has(tag.src)));
}
