/** The visitor's clock for islands with hours of markets: the time, updated twice a minute, and the chosen zone or the zone of the device. */
import { useSyncExternalStore } from 'react';
import { currentZoneName, findNamedZone, isZone } from '../../content/hours/zone-names.ts';
import { readStored, store } from '../browser/page-storage.ts';

const storageKey = 'time-zone';

function storedZone(): string | null {
  const stored = readStored('localStorage', storageKey);
  return stored ? findNamedZone(stored) : null;
}

/** Stores the choice. If the storage is full or switched off, the visitor has to choose again. */
export function keepZone(zone: string): void {
  store('localStorage', storageKey, zone);
}

/** Twice a minute: the line for now and the words are in whole minutes. */
const beat = 30_000;

function onBeat(listener: () => void): () => void {
  const timer = setInterval(listener, beat);
  return () => clearInterval(timer);
}

const latestBeat = () => Math.floor(Date.now() / beat) * beat;
const never = () => () => undefined;
let ownZone: string | undefined;

/** The zone of this device; UTC where the browser cannot say it, or names one that it does not know itself (`Etc/Unknown`). */
function deviceZone(): string {
  const zone = (new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }).timeZone ?? '';
  return isZone(zone) ? currentZoneName(zone) : 'UTC';
}

const findOwnZone = () => storedZone() ?? (ownZone ??= deviceZone());

/**
 * The first render repeats the server's; then the browser's own clock and zone take over.
 * @param answered milliseconds since 1970 at which the server answered; null on a page that is the same for everybody.
 * @returns `own` is the zone chosen on an earlier visit, else the one of this device; null on the server.
 */
export function useVisitorClock(answered: number | null): { now: number | null; own: string | null } {
  const now = useSyncExternalStore(onBeat, latestBeat, () => answered);
  const own = useSyncExternalStore(never, findOwnZone, () => null);
  return { now, own };
}
