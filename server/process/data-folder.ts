/** Watches whether the data folder can be written: pages do not need it, but forms and all data that must survive a restart do. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { Gauge } from 'prom-client';
import { PlaceLost, keepPlaces } from '../../base/kept-place.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Metrics } from '../metrics.ts';

const checkIntervalMs = 5000;
/** With less free space, the disk is soon full: a CV has up to 5 MB, and the database's journal may grow. */
const minFreeBytes = 32 * 1024 * 1024;

function findFault(folder: string, checkPlaces: () => void): string | null {
  try {
    checkPlaces();
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    return free < minFreeBytes ? `Its disk has ${Math.floor(free / 1024 / 1024)} MB left.` : null;
  } catch (error) {
    if (error instanceof PlaceLost) return error.message;
    return `It cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Raises an alarm each time the folder becomes faulty or is replaced, at the start, every five seconds and at each scrape. @returns a function that stops watching. */
export function watchDataFolder(folder: string, metrics: Metrics, onAlarm: OnAlarm): () => void {
  new Gauge({
    name: 'data_dir_writable',
    help: '0 while the data folder cannot be written or has hardly room',
    registers: [metrics.registry],
    collect() {
      this.set(check() ? 0 : 1);
    },
  });
  const checkPlaces = keepPlaces(
    folder,
    ...['accounts.sqlite', 'accounts.sqlite-wal', 'cv'].map((name) => join(folder, name)),
  );
  let reported: string | null = null;
  const check = (): boolean => {
    const fault = findFault(folder, checkPlaces);
    if (fault && !reported)
      onAlarm({
        kind: 'data-dir',
        subject: folder,
        message: `${fault} Pages are served; forms may fail, and keep what was typed.`,
      });
    reported = fault;
    return fault !== null;
  };
  check();
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
