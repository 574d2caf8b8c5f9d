/**
 * Runs services after consent: GA4 and the tags of advertising partners, with Google's Consent Mode v2. Nothing is requested before; the
 * signals stay "denied" until the record grants them.
 */
import type { ConsentRecord } from '../../consent/consent-record.ts';
import type { ThirdParties } from '../../consent/consent-registry.ts';
import { loadScript } from '../loading/load-script.ts';
import { swapped } from '../navigation/swapped.ts';

type Signal = 'granted' | 'denied';
type DataLayer = typeof globalThis & { dataLayer?: unknown[] } & Record<`ga-disable-${string}`, boolean>;

const page = globalThis as DataLayer;
const loaded = new Set<string>();
let signalled = false;

/** What this installation may load; the server writes it into every page. */
export function thirdParties(): ThirdParties | null {
  const { tags } = document.documentElement.dataset;
  return tags ? (JSON.parse(tags) as ThirdParties) : null;
}

/** Google's scripts read the arguments object itself: an array in its place is ignored. */
function gtag(..._command: unknown[]): void {
  (page.dataLayer ??= []).push(arguments);
}

function signals(analytics: Signal, ads: Signal) {
  return { analytics_storage: analytics, ad_storage: ads, ad_user_data: ads, ad_personalization: ads };
}

/** The page's address for analytics, without the secret tokens of links in our mails. */
function measuredAddress(): string {
  const address = new URL(location.href);
  for (const secret of ['token', 'confirm']) address.searchParams.delete(secret);
  return address.href;
}

/** Reports the page view of a swapped-in page, which Google's script does not notice; it notices Back and Forward by itself. */
function measurePage(): void {
  gtag('set', { page_location: measuredAddress(), page_title: document.title });
  if (navigation.transition?.navigationType !== 'traverse') gtag('event', 'page_view');
}

/** Runs a script that the record allows, once; a script that failed to load can be retried. */
function run(src: string): void {
  if (loaded.has(src)) return;
  loaded.add(src);
  loadScript(src).catch((error: unknown) => {
    loaded.delete(src);
    console.error(error);
  });
}

/** Sets the default of Consent Mode: all four signals denied. It must precede every other command. */
export function denyByDefault(): void {
  if (signalled || !thirdParties()) return;
  signalled = true;
  gtag('consent', 'default', { ...signals('denied', 'denied'), wait_for_update: 500 });
}

/** @returns true when a script that is no longer allowed is running: only a reload stops it. */
export function applyConsent({ categories, services }: Pick<ConsentRecord, 'categories' | 'services'>): boolean {
  const parties = thirdParties();
  if (!parties) return false;
  const { analyticsId, adTags } = parties;
  const analytics = analyticsId !== '' && (services['analytics']?.includes('webAnalytics') ?? false);
  const ads = categories.includes('ads');
  denyByDefault();
  gtag('consent', 'update', signals(analytics ? 'granted' : 'denied', ads ? 'granted' : 'denied'));
  const analyticsScript = `https://www.googletagmanager.com/gtag/js?id=${analyticsId}`;
  if (analyticsId) page[`ga-disable-${analyticsId}`] = !analytics;
  if (analytics && !loaded.has(analyticsScript)) {
    gtag('js', new Date());
    gtag('set', { page_location: measuredAddress() });
    gtag('config', analyticsId);
    document.addEventListener(swapped, measurePage);
    run(analyticsScript);
  }
  if (ads) for (const tag of adTags) run(tag.src);
  return (!analytics && loaded.has(analyticsScript)) || (!ads && adTags.some((tag) => loaded.has(tag.src)));
}
