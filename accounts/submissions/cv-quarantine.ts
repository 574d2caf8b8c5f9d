/**
 * When a virus scanner is configured, no CV leaves its storage before the scanner has checked it: neither the mail to the desk nor the message to the CRM is sent.
 * While the scanner is unavailable, applications are accepted and their messages wait in the outbox, which retries them.
 */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { parseClamavUrl, scanFile } from './clamd.ts';
import type { CvStorage } from './cv-storage.ts';

/** Scans a file. @returns the name of the virus, or null. @throws when the scanner is unavailable. */
export type Scan = (file: Buffer) => Promise<string | null>;

/** Creates the function that scans a file. @returns null for an empty address: then no file is scanned. */
export function createScanner(clamavUrl: string): Scan | null {
  const address = parseClamavUrl(clamavUrl);
  return address && ((file) => scanFile(address, file));
}

export interface CvQuarantine {
  /** Records that the scanner found no virus in a file before the file was stored. */
  release: (key: string) => Promise<void>;
  /**
   * Scans a stored file before it leaves, and removes it when it has a virus. @returns the name of the virus, or null.
   * @throws while the scanner is unavailable.
   */
  findVirus: (key: string) => Promise<string | null>;
}

/** Opens the quarantine. @param onVirus called when a stored file is removed because it has a virus. */
export function openQuarantine(
  { db }: AccountsDatabase,
  storage: CvStorage,
  scan: Scan | null,
  onVirus: (key: string, virus: string) => void,
): CvQuarantine {
  const storeResult = async (key: string, virus: string | null) => {
    await db
      .insertInto('cv_scan')
      .values({ cv_key: key, found: virus, scanned_at: Date.now() })
      .onConflict((conflict) => conflict.column('cv_key').doNothing())
      .execute();
  };
  return {
    release: (key) => storeResult(key, null),
    async findVirus(key) {
      if (!scan) return null;
      const earlierResult = await db.selectFrom('cv_scan').select('found').where('cv_key', '=', key).executeTakeFirst();
      if (earlierResult) return earlierResult.found;
      const virus = await scan(await storage.read(key));
      await storeResult(key, virus);
      if (virus) {
        onVirus(key, virus);
        await storage.remove(key);
      }
      return virus;
    },
  };
}
