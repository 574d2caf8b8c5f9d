/**
 * Sends the proof of each decision to the server. A proof waits in local storage until the server has answered, survives a reload, and
 * is retried: after a pause, when the network is back, and on the next page. Retries are idempotent: the server stores each id once.
 */
import type { ConsentDecision, ConsentRecord } from '../../consent/consent-record.ts';
import { addressLocale } from '../../i18n/locale-path.ts';
import { proofKey, readStored, store } from '../page-storage.ts';

const address = '/api/consent';
/** Milliseconds before each retry. */
const retryPausesMs = [2000, 10_000, 60_000];
/** Whether the server would also refuse a retry. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

/** Proofs that local storage could not store, because it is missing or full: they are lost when the page is closed. */
let unsaved: ConsentDecision[] = [];

function readQueue(): ConsentDecision[] {
  if (unsaved.length > 0) return unsaved;
  try {
    // Any script of this origin may have written there.
    const stored = JSON.parse(readStored('localStorage', proofKey) ?? '[]') as (ConsentDecision | null)[];
    return stored.filter((decision) => decision?.id) as ConsentDecision[];
  } catch {
    return [];
  }
}

function saveQueue(decisions: ConsentDecision[]): void {
  const isStored = store('localStorage', proofKey, decisions.length > 0 ? JSON.stringify(decisions) : null);
  unsaved = isStored ? [] : decisions;
}

let sending = false;

async function send(attempt = 0): Promise<void> {
  if (sending) return;
  sending = true;
  let failed = false;
  const tried = new Set<string>();
  const next = () => readQueue().find(({ id }) => !tried.has(id));
  // Read the queue again each time: another decision may have joined it during the previous request.
  for (let decision = next(); decision; decision = next()) {
    const { id } = decision;
    tried.add(id);
    // Like a beacon, a `keepalive` request outlives the page; its status also tells whether the server has the proof.
    const response = await fetch(address, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    }).catch(() => null);
    if (response && (response.ok || isRefusal(response.status)))
      saveQueue(readQueue().filter((other) => other.id !== id));
    else failed = true;
  }
  sending = false;
  const pause = retryPausesMs[attempt];
  if (failed && pause !== undefined) setTimeout(() => void send(attempt + 1), pause);
}

/** Sends the proofs that wait, also those of earlier pages. */
export function sendWaitingProofs(): void {
  if (readQueue().length === 0) return;
  void send();
  addEventListener('online', () => void send(), { once: true });
}

/** Creates a random id without `crypto.randomUUID`, which exists on https only: an operator may test over plain http. */
function createDecisionId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function queueProof(record: ConsentRecord, textHash: string): void {
  const decision: ConsentDecision = {
    id: createDecisionId(),
    consentId: record.consentId,
    firstConsentAt: record.consentTimestamp,
    decidedAt: record.lastConsentTimestamp,
    categories: record.categories,
    services: record.services,
    revision: record.revision,
    textHash,
    locale: addressLocale(location.pathname),
    source: 'dialog',
  };
  saveQueue([...readQueue(), decision]);
  sendWaitingProofs();
}
