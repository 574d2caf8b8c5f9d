/** What other plug-ins add to the ledger. They register it; the ledger and our rules work without any. */
import type { Core } from '@strapi/strapi';
import type { MediaUse } from '../../../rules/media/media-uses';
import type { Transaction } from '../../../setup/content-types';
import type { LocalizedDocument } from '../../../setup/localized-document';
import type { ChangedRow } from './ledger';

/** A change that is planned, in the site's names. */
export interface PlannedChange {
  type: string;
  key: string;
  /** Empty for a type without languages. */
  locale: string;
  action: 'publish' | 'withdraw';
  /** Fields that publishing changes in every language. */
  shared: string[];
}

/** Documents that are approved and written as one: an import. */
export interface DocumentSet {
  uid: string;
  /** JSON of all that is to be written. */
  content: string;
  /** What the approver reads about it. */
  comment: string;
}

export interface LedgerExtension {
  /** Looks at the rows that a change is about to write. @throws a refusal, which takes the change back. */
  checkRows?(strapi: Core.Strapi, trx: Transaction, rows: readonly ChangedRow[]): Promise<void>;
  /** Looks at a change of a file. @throws a refusal. */
  checkFile?(strapi: Core.Strapi, name: string, uses: readonly MediaUse[]): Promise<void>;
  /** Whether a second person approves a document with one of these contents (JSON; null for none) before it is live. */
  needsApproval?(uid: string, ...contents: (string | null)[]): boolean;
  /** Submits a set of documents. @returns the row of the ledger that waits; null when the set may be written at once. */
  submitSet?(strapi: Core.Strapi, set: DocumentSet): Promise<number | null>;
  /** Whether a plan will publish the document. */
  isPlanned?(strapi: Core.Strapi, document: LocalizedDocument): Promise<boolean>;
  /** What is planned until a moment, in its order. */
  listPlannedChanges?(strapi: Core.Strapi, until: Date): Promise<PlannedChange[]>;
}

const extensions: LedgerExtension[] = [];

/** Call in the `register` of a plug-in. */
export function extendLedger(extension: LedgerExtension): void {
  extensions.push(extension);
}

export async function checkRows(...given: Parameters<Required<LedgerExtension>['checkRows']>): Promise<void> {
  for (const extension of extensions) await extension.checkRows?.(...given);
}

export async function checkFile(...given: Parameters<Required<LedgerExtension>['checkFile']>): Promise<void> {
  for (const extension of extensions) await extension.checkFile?.(...given);
}

export function needsApproval(uid: string, ...contents: (string | null)[]): boolean {
  return extensions.some((extension) => extension.needsApproval?.(uid, ...contents));
}

export async function submitSet(strapi: Core.Strapi, set: DocumentSet): Promise<number | null> {
  for (const extension of extensions) {
    const waiting = await extension.submitSet?.(strapi, set);
    if (waiting !== undefined && waiting !== null) return waiting;
  }
  return null;
}

export async function isPlanned(strapi: Core.Strapi, document: LocalizedDocument): Promise<boolean> {
  for (const extension of extensions) if (await extension.isPlanned?.(strapi, document)) return true;
  return false;
}

export async function listPlannedChanges(strapi: Core.Strapi, until: Date): Promise<PlannedChange[]> {
  const lists = await Promise.all(
    extensions.map(async (extension) => (await extension.listPlannedChanges?.(strapi, until)) ?? []),
  );
  return lists.flat();
}
