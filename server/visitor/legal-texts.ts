/** Stores every legal text that becomes public in the accounts database. While the database cannot be reached, the texts wait in memory. */
import { keepLegalTexts } from '../../accounts/legal-texts.ts';
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { LegalDocument } from '../../content/model.ts';
import { locales } from '../../content/locales.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { Logger } from '../log.ts';

/** Nobody can agree to a text while the database is unreachable, so a wait in memory loses no proof. */
const retryMs = 30_000;

export interface LegalTextKeeper {
  /** Looks for new texts after each change of the content. */
  look: () => void;
  close: () => Promise<void>;
}

export function openLegalTextKeeper(
  replica: Replica,
  connect: () => Promise<AccountsDatabase>,
  log: Logger,
): LegalTextKeeper {
  const waiting = new Set<LegalDocument>();
  let seen: { read: Reader; moment: number } | null = null;
  let storing = Promise.resolve();

  async function store(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const texts = [...waiting];
        await keepLegalTexts((await connect()).db, texts, Date.now());
        for (const text of texts) waiting.delete(text);
      }
    } catch (error) {
      log.error({ err: error }, 'legal texts wait until the accounts database can be reached');
    }
  }
  const startStoring = () => (storing = storing.then(store));

  function look(): void {
    if (seen?.read.isAsAt(seen.moment, seen.read.tags)) return;
    const read = replica.reader();
    const moment = read.moment();
    for (const locale of locales) for (const text of read.list('legal-document', locale)) waiting.add(text);
    seen = { read, moment };
    void startStoring();
  }

  look();
  const timer = setInterval(() => void startStoring(), retryMs).unref();
  return {
    look,
    async close() {
      clearInterval(timer);
      await startStoring();
    },
  };
}
