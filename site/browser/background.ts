/**
 * Background work of an open page (R60, R62): loads the route rules of its build, polls for a newer release, and sends the proofs of
 * consent that an earlier page could not send. Failures go to the console only (R65).
 */
import { loadChunk } from './loading/load-chunk.ts';
import { startPreloading } from './navigation/link-intent.ts';
import { release, type RouteRules } from './navigation/page-addresses.ts';
import { proofKey, readStored } from './page-storage.ts';

const buildId = document.documentElement.dataset['build'];
/** The upper limit of the backoff, in seconds. */
const maxWaitSeconds = 15 * 60;

interface Manifest {
  pollSeconds: number;
  rules: RouteRules;
}

async function fetchJson<Answer>(address: string): Promise<Answer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Answer;
}

/** Polls while the page is visible, with exponential backoff after failures, and stops when there is a newer release. */
function watchReleases(pollSeconds: number): void {
  let wait = pollSeconds;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      const { id } = await fetchJson<{ id?: string }>(`/_builds/latest.json?${Date.now()}`);
      wait = pollSeconds;
      // The next navigation loads its target as a document, and with it the new release.
      if (!id) throw new Error('It has no id.');
      if (id !== buildId) release.newer = true;
    } catch (error) {
      wait = Math.min(wait * 2, maxWaitSeconds);
      console.warn('The latest release is not known.', error);
    }
    schedulePoll();
  };
  const schedulePoll = () => {
    if (!release.newer && !document.hidden) timer ??= setTimeout(() => void poll(), wait * 1000);
  };
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    timer = undefined;
    schedulePoll();
  });
  schedulePoll();
}

async function start(): Promise<void> {
  try {
    const { rules, pollSeconds = 60 } = await fetchJson<Partial<Manifest>>(`/_builds/meta/${buildId}.json`);
    if (!rules) throw new Error('The manifest has no rules.');
    release.rules = rules;
    startPreloading();
    watchReleases(pollSeconds);
  } catch (error) {
    console.warn('The route rules of this build are not known.', error);
    watchReleases(60);
  }
}

void start();
if (readStored('localStorage', proofKey)) {
  loadChunk(() => import('./consent/proof-queue.ts'))
    .then(({ sendWaitingProofs }) => sendWaitingProofs())
    .catch((error: unknown) => console.warn('A proof of consent still waits.', error));
}
