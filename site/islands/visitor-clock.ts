/** The visitor's clock for islands with hours of markets: the time, updated twice a minute, and the chosen zone or the zone of the device. */
import { useSyncExternalStore } from 'react';
import { currentZoneName, findNamedZone, isZone } from '../../content/hours/zone-names.ts';
import { readStored, store } from '../browser/page-storage.ts';

const storageKey = 'time-zone';

function readStoredZone(): string | null {
  const stored = readStored('localStorage', storageKey);
  return stored ? findNamedZone(stored) : null;
}

/** Stores the choice. If the storage is full or switched off, the visitor has to choose again. */
export function storeZone(zone: string): void {
  store('localStorage', storageKey, zone);
}

/** Updates twice a minute, because the line for now and the texts are in whole minutes. */
const updateMs = 30_000;

function subscribeToUpdates(listener: () => void): () => void {
  const timer = setInterval(listener, updateMs);
  return () => clearInterval(timer);
}

const readLatestUpdate = () => Math.floor(Date.now() / updateMs) * updateMs;
const subscribeToNothing = () => () => undefined;
let cachedZone: string | undefined;

/** Finds the zone of this device; UTC when the browser gives none, or one that it does not support itself (`Etc/Unknown`). */
function findDeviceZone(): string {
  const zone = (new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }).timeZone ?? '';
  return isZone(zone) ? currentZoneName(zone) : 'UTC';
}

const findOwnZone = () => readStoredZone() ?? (cachedZone ??= findDeviceZone());

/**
 * Returns time and zone. The first render repeats the server's values; the browser's own clock and zone follow.
 * @param answered milliseconds since 1970 at which the server answered; null on a page that is the same for everybody.
 * @returns `own` is the zone chosen on an earlier visit, else the one of this device; null on the server.
 */
export function useVisitorClock(answered: number | null): { now: number | null; own: string | null } {
  const now = useSyncExternalStore(subscribeToUpdates, readLatestUpdate, () => answered);
  const own = useSyncExternalStore(subscribeToNothing, findOwnZone, () => null);
  return { now, own };
}
