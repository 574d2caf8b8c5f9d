/** Wires the proof of consent to the accounts database, which may become unreachable and return while the site runs. */
import { join } from 'node:path';
import { type ConsentStore, createConsentStore } from '../../accounts/consent-store.ts';
import type { ConsentDecisionTable } from '../../accounts/database/accounts-tables.ts';
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { Config } from '../config.ts';
import { type HashedTexts, hashConsentTexts } from './consent-text-hashes.ts';
import type { Logger } from '../log.ts';

const storeWaitingEveryMs = 30_000;

export interface ConsentProofService {
  store: ConsentStore;
  texts: HashedTexts;
  close: () => Promise<void>;
}

export function openConsentProof(
  config: Config,
  connect: () => Promise<AccountsDatabase>,
  log: Logger,
  onStored: (row: ConsentDecisionTable) => void = () => undefined,
): ConsentProofService {
  const texts = hashConsentTexts();
  const store = createConsentStore({
    connect,
    texts: texts.stored,
    spoolFile: join(config.dataDir, 'consent-spool.jsonl'),
    onStored,
    onFault: (message, error) => log.error({ err: error }, message),
  });
  const timer = setInterval(() => void store.storeWaiting(), storeWaitingEveryMs);
  timer.unref();
  void store.storeWaiting();
  return {
    store,
    texts,
    async close() {
      clearInterval(timer);
      await store.storeWaiting();
    },
  };
}
