/** Asks the content service about its ledger (`cms/src/plugins/ledger/server/site-questions.ts`). */
import * as v from 'valibot';
import type { DocumentAddress } from '../../content/document-address.ts';
import { strapiName, strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import { storedLocales } from '../../content/language-neutral.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { readBoundedBytes } from '../http/bounded-body.ts';

/** Milliseconds. */
const patience = 5000;
const maxAnswerBytes = 16 * 1024 * 1024;

const rowShape = v.object({ row: v.nullable(v.object({ seq: v.number(), hash: v.string() })) });
const unapprovedShape = v.object({
  unapproved: v.array(
    v.object({
      type: v.string(),
      key: v.string(),
      locale: v.picklist(locales),
      approved: v.array(v.string()),
      live: v.array(v.string()),
    }),
  ),
});

const plannedShape = v.object({
  planned: v.array(
    v.object({
      type: v.string(),
      key: v.string(),
      locale: v.string(),
      action: v.picklist(['publish', 'withdraw']),
      shared: v.array(v.string()),
    }),
  ),
});

/** What a release that waits will do with a document. */
export interface PlannedChange {
  document: DocumentAddress;
  action: 'publish' | 'withdraw';
  /** Fields that publishing the document changes in all its languages. */
  shared: string[];
}

/** A document that is not live as it was approved: the texts of either side that the other one does not have. */
export interface Unapproved {
  document: DocumentAddress;
  approved: string[];
  live: string[];
}

export interface LedgerClient {
  /** Reads the newest row of the ledger, or the one with that number; null when there is none. @throws when the content service does not answer. */
  readRow: (seq?: number) => Promise<{ seq: number; hash: string } | null>;
  /** Reads what releases change until a moment, in their order. @throws when the content service does not answer. */
  readPlanned: (until: Date) => Promise<PlannedChange[]>;
  /** Finds which of the documents are not live as they were approved. @throws when the content service does not answer. */
  findUnapproved: (documents: readonly DocumentAddress[]) => Promise<Unapproved[]>;
}

/** @param strapiUrl without a slash at the end. @param secret that both share. */
export function createLedgerClient(strapiUrl: string, secret: string): LedgerClient {
  async function ask(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${strapiUrl}/api/ledger${path}`, {
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
      headers: { 'x-webhook-secret': secret, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the content service answers ${response.status} about its ledger`);
    const answer = await readBoundedBytes(response, maxAnswerBytes);
    if (!answer) throw new Error('the answer of the content service about its ledger is too long');
    return JSON.parse(answer.toString('utf8')) as unknown;
  }
  return {
    async readRow(seq) {
      return v.parse(rowShape, await ask(seq === undefined ? '/row' : `/row?seq=${seq}`)).row;
    },
    async readPlanned(until) {
      const { planned } = v.parse(plannedShape, await ask(`/planned?until=${until.toISOString()}`));
      return planned.flatMap(({ type: name, key, locale, action, shared }) => {
        const type = strapiTypeNamed(name);
        if (!type) return [];
        const languages = type.localized ? locales.filter((one) => one === locale) : storedLocales(type.type);
        return languages.map((language) => ({
          document: { type: type.type, id: type.single ? type.type : key, locale: language },
          action,
          shared,
        }));
      });
    },
    async findUnapproved(documents) {
      const named = documents.map(({ type, id, locale }) => ({ type: strapiName(type), key: id, locale }));
      const { unapproved } = v.parse(unapprovedShape, await ask('/unapproved', { documents: named }));
      return unapproved.flatMap(({ type, key, locale, ...texts }) => {
        const known = strapiTypeNamed(type);
        return known ? [{ document: { type: known.type, id: key, locale: locale satisfies Locale }, ...texts }] : [];
      });
    },
  };
}
