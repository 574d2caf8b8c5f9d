/**
 * Stores the keys of removed documents in `DATA_DIR/gone-keys.txt` until they are purged. Each start purges everything, but softly: a CDN may
 * show a stale page while no site answers. It must never show a removed page, so the next start purges the keys that a killed process did not
 * purge.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OnAlarm } from '../../base/alarm.ts';

const name = 'gone-keys.txt';

export class GoneKeys {
  readonly #file: string;
  readonly #onAlarm: OnAlarm;

  constructor(dataDir: string, onAlarm: OnAlarm) {
    this.#file = join(dataDir, name);
    this.#onAlarm = onAlarm;
  }

  read(): string[] {
    const text = this.#try(() => (existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '')) ?? '';
    return [...new Set(text.split('\n').filter((line) => /^[\da-f]+$/.test(line)))];
  }

  add(keys: readonly string[]): void {
    if (keys.length > 0) this.#try(() => appendFileSync(this.#file, `${keys.join('\n')}\n`));
  }

  clear(): void {
    this.#try(() => rmSync(this.#file, { force: true }));
  }

  #try<Result>(action: () => Result): Result | null {
    try {
      return action();
    } catch (error) {
      this.#onAlarm({
        kind: 'data-dir',
        subject: name,
        message: error instanceof Error ? error.message : String(error),
      });
      return null;
    }
  }
}
