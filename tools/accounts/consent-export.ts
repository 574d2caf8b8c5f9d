/** Exports everything that is stored about one consent, for the person it belongs to or for an authority. */
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';

export async function exportConsent({ db }: AccountsDatabase, consentId: string) {
  const rows = await db
    .selectFrom('consent_decision')
    .selectAll()
    .where('consent_id', '=', consentId)
    .orderBy('decided_at')
    .orderBy('received_at')
    .execute();
  const hashes = [...new Set(rows.map((row) => row.text_hash))];
  const texts =
    hashes.length > 0 ? await db.selectFrom('consent_text').selectAll().where('hash', 'in', hashes).execute() : [];
  return {
    consentId,
    decisions: rows.map((row) => ({
      id: row.id,
      receivedAt: row.received_at,
      firstConsentAt: row.first_consent_at,
      decidedAt: row.decided_at,
      categories: JSON.parse(row.categories) as string[],
      services: JSON.parse(row.services) as Record<string, string[]>,
      revision: row.revision,
      locale: row.locale,
      source: row.source,
      textHash: row.text_hash,
    })),
    // The texts that were shown.
    texts: Object.fromEntries(texts.map((row) => [row.hash, JSON.parse(row.text) as unknown])),
  };
}
