/** Compares the entries of the log about consents and the ledger with what these say themselves (`npm run archive -- verify`). */
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { ConsentDecisionTable } from '../../accounts/database/accounts-tables.ts';
import type { LedgerClient } from '../../server/content/ledger-client.ts';
import type { Expected } from './store/verify-archive.ts';
import { hashBytes } from './store/page-pieces.ts';

/** A row that was written just now may not be in the log yet. Milliseconds. */
const lateMs = 600_000;

/** What the log says of a consent: its id, and a hash of all that was stored. */
export function writeConsent(row: ConsentDecisionTable): string {
  const names = [
    'id',
    'consent_id',
    'received_at',
    'first_consent_at',
    'decided_at',
    'categories',
    'services',
    'revision',
    'text_hash',
    'locale',
    'source',
  ] as const;
  return `${row.id} ${hashBytes(JSON.stringify(names.map((name) => row[name]))).toString('hex')}`;
}

interface Comparison {
  compare: NonNullable<Expected['compare']>;
  /** Call when the whole log was compared. @returns a sentence for each consent that the log should have. */
  finish: () => Promise<string[]>;
}

/** @param ledger null without a content service. */
export function compareLinked({ db }: AccountsDatabase, ledger: LedgerClient | null, now = Date.now()): Comparison {
  const logged = new Set<string>();
  let firstAt: number | null = null;
  return {
    async compare({ kind, at }, text) {
      if (kind === 'ledger') {
        const [seq = '', hash] = text.split(' ');
        if (!ledger) return null;
        const row = await ledger.readRow(Number(seq));
        return row?.hash === hash ? null : `row ${seq} of the ledger is not what it was.`;
      }
      firstAt ??= at;
      const [id = ''] = text.split(' ');
      logged.add(id);
      const row = await db.selectFrom('consent_decision').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return `consent ${id} is missing.`;
      return writeConsent(row) === text ? null : `consent ${id} was changed.`;
    },
    async finish() {
      if (firstAt === null) return [];
      const rows = await db
        .selectFrom('consent_decision')
        .select('id')
        .where('received_at', '>=', new Date(firstAt).toISOString())
        .where('received_at', '<', new Date(now - lateMs).toISOString())
        .execute();
      return rows.filter(({ id }) => !logged.has(id)).map(({ id }) => `Consent ${id} is not in the log.`);
    },
  };
}
