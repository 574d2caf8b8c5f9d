/** Asks the site which public pages a version would change. The site answers only to a signed link, as for a preview. */
import type { Core } from '@strapi/strapi';
import { signedQuery } from '../../../setup/preview';
import { siteUrl, siteWebhookUrl } from '../../../setup/environment';
import { documents, type Attributes } from '../../../setup/content-types';
import { describeError } from '../../../setup/describe-error';
import { findType } from '../../ledger/server/snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

export interface ChangedPages {
  pages: { address: string; locale: string; change: string }[];
  /** Pages that show the document, and that the site did not compare in time. */
  uncompared: number;
  /** Pages that are in no cache, and that the site had no time to render: they may show it. */
  unseen: number;
  /** Address for a frame that shows such a page as it would be. Append `&page=/forex`, and `&side=before` for the page as it is. */
  frame: string;
}

/** Milliseconds; the site renders pages that it has never shown. */
const timeoutMilliseconds = 25_000;

/** @returns `problem` when the site does not answer: the approval does not depend on it. */
export async function findChangedPages(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  { before, after }: { before: string | null; after: string | null },
): Promise<ChangedPages | { problem: string }> {
  const type = findType(strapi, uid);
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  const options = { documentId, status: 'draft', ...(locale ? { locale } : {}) };
  const entry = type?.single ? { key: type.name } : await documents(strapi, uid).findOne(options);
  if (!type || !secret || typeof entry?.key !== 'string') return { problem: 'The site cannot be asked about it.' };
  const target = { type: type.name, key: entry.key, locale: locale || 'en', status: 'draft' } as const;
  const query = signedQuery(target, secret, Date.now());
  if (after === null) query.set('withdraw', 'true');
  else if (type.localized) query.set('shared', findChangedSharedFields(type.attributes, before, after).join(','));
  try {
    const address = new URL(`/api/preview/changes?${query}`, siteWebhookUrl);
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`);
    const answer = (await response.json()) as Omit<ChangedPages, 'frame'>;
    return { ...answer, frame: `${siteUrl}/api/preview/changes?${query}` };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

/** Fields that all languages share and that differ: publishing one language changes them in all. */
function findChangedSharedFields(attributes: Attributes, before: string | null, after: string): string[] {
  const [was, next] = [before ?? '{}', after].map((content) => JSON.parse(content) as Record<string, unknown>);
  return Object.entries(attributes)
    .filter(
      ([name, { pluginOptions, type }]) =>
        type !== 'relation' &&
        pluginOptions?.i18n?.localized !== true &&
        JSON.stringify(was?.[name]) !== JSON.stringify(next?.[name]),
    )
    .map(([name]) => name);
}
