/** Stores every version of a legal text that was public, in each language, so that the site can show the exact text to which somebody agreed. */
import type { Kysely } from 'kysely';
import type { Declaration } from '../site/forms/registration-rule.ts';
import type { LegalText } from '../site/page/form-services.ts';
import type { AccountsTables, LegalTextTable } from './database/accounts-tables.ts';
import { hashSecret } from '../base/ids-and-tokens.ts';

/** A legal text as a registration names it. */
export interface AcceptedText {
  id: string;
  version: string;
  /** SHA-256 of the body. */
  hash: string;
  locale: string;
}

type Tables = Kysely<AccountsTables>;

export function nameAcceptedText({ id, version, locale, body }: LegalText): AcceptedText {
  return { id, version, hash: hashSecret(body), locale };
}

/** Stores the texts that are not stored yet. */
export async function keepLegalTexts(db: Tables, texts: readonly LegalText[], now: number): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map((text): LegalTextTable => {
    const { id: document, locale, version, effectiveOn, title, summary, body } = text;
    return {
      id: hashSecret(JSON.stringify([document, locale, version, effectiveOn, title, summary, body])),
      document,
      locale,
      version,
      hash: hashSecret(body),
      effective_on: effectiveOn,
      title,
      summary,
      body,
      kept_at: new Date(now).toISOString(),
    };
  });
  await db
    .insertInto('legal_text')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Finds the text to which somebody agreed; null when only its hash is known. */
async function findAcceptedText(db: Tables, accepted: AcceptedText, at: string): Promise<LegalTextTable | null> {
  const rows = await db
    .selectFrom('legal_text')
    .selectAll()
    .where('hash', '=', accepted.hash)
    .where((where) => where.and({ document: accepted.id, locale: accepted.locale, version: accepted.version }))
    .orderBy('kept_at')
    .execute();
  // Title, summary or date may have changed while the text stayed the same: the last ones before the agreement count.
  return rows.findLast((row) => row.kept_at <= at) ?? rows[0] ?? null;
}

const onlyHashNote =
  'Only the hash of this text is kept: it was replaced before this installation kept texts. The text that was agreed to has this SHA-256.';

/**
 * Finds the whole texts to which somebody agreed, the declaration that was ticked, and the fields with the consents that were given.
 * @param acceptance the column of `registration` or `enquiry`.
 */
export async function findAgreedTexts(db: Tables, acceptance: string): Promise<Record<string, unknown>[]> {
  const {
    acceptedAt = '',
    documents = [],
    declaration,
    consents,
  } = JSON.parse(acceptance) as {
    acceptedAt?: string;
    documents?: AcceptedText[];
    declaration?: Declaration;
    consents?: string[];
  };
  const texts = await Promise.all(
    documents.map(async (accepted) => {
      const text = await findAcceptedText(db, accepted, acceptedAt);
      return {
        ...accepted,
        agreedAt: acceptedAt,
        ...(consents && { consents }),
        ...(text ? { text } : { text: null, note: onlyHashNote }),
      };
    }),
  );
  return declaration ? [...texts, { id: 'own-initiative', agreedAt: acceptedAt, ...declaration }] : texts;
}

/** Lists the stored texts without their bodies, the oldest first. */
export async function listLegalTexts(db: Tables): Promise<Omit<LegalTextTable, 'body' | 'summary'>[]> {
  return db
    .selectFrom('legal_text')
    .select(['id', 'document', 'locale', 'version', 'hash', 'effective_on', 'title', 'kept_at'])
    .orderBy('document')
    .orderBy('locale')
    .orderBy('kept_at')
    .execute();
}

/** Counts the registrations for each text that they name and that is not stored: only its hash is known. */
export async function countMissingTexts(db: Tables): Promise<{ accepted: AcceptedText; registrations: number }[]> {
  const stored = await db.selectFrom('legal_text').select(['document', 'locale', 'version', 'hash']).execute();
  const storedKeys = new Set(
    stored.map(({ document, locale, version, hash }) => [document, locale, version, hash].join()),
  );
  const missing = new Map<string, { accepted: AcceptedText; registrations: number }>();
  for (const { acceptance } of await db.selectFrom('registration').select('acceptance').execute())
    for (const accepted of (JSON.parse(acceptance) as { documents?: AcceptedText[] }).documents ?? []) {
      const key = [accepted.id, accepted.locale, accepted.version, accepted.hash].join();
      if (storedKeys.has(key)) continue;
      missing.set(key, { accepted, registrations: (missing.get(key)?.registrations ?? 0) + 1 });
    }
  return [...missing.values()];
}

/** Finds the stored texts with a hash. There are several when only their titles, summaries or dates differ. */
export async function findLegalTexts(db: Tables, hash: string): Promise<LegalTextTable[]> {
  return db.selectFrom('legal_text').selectAll().where('hash', '=', hash).orderBy('kept_at').execute();
}
