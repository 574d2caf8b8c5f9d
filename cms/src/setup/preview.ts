/**
 * Builds the address for Strapi's Preview button: the site's own preview, signed so that nobody can forge one, and valid for an
 * hour. The site verifies the same signature over the same query; cms/README.md documents both.
 */
import { createHash, createHmac } from 'node:crypto';
import { contentTypes, documents, type ApiUid } from './content-types';
import { siteUrl } from './environment';

export const previewLifetimeSeconds = 3600;
const typedLifetimeSeconds = 60;

export interface PreviewTarget {
  type: string;
  key: string;
  locale: string;
  status: 'draft' | 'published';
}

/**
 * The query of a preview link: `type`, `key`, `locale`, `status`, `expires` (seconds since 1970) and `signature`.
 * @param now in milliseconds. @param typed values that nobody has saved and that the signature covers; valid for a minute.
 */
export function signedQuery(target: PreviewTarget, secret: string, now: number, typed?: string): URLSearchParams {
  const lifetime = typed === undefined ? previewLifetimeSeconds : typedLifetimeSeconds;
  const query = new URLSearchParams({ ...target, expires: String(Math.floor(now / 1000) + lifetime) });
  const hash = typed === undefined ? '' : `typed ${createHash('sha256').update(typed).digest('hex')} `;
  query.set('signature', createHmac('sha256', secret).update(`${hash}${query}`).digest('hex'));
  return query;
}

interface PreviewRequest {
  documentId: string;
  locale?: string | null;
  status?: string;
}

/** Null (no button) without a webhook secret, for types that the site does not show, and for a document that has no key yet. */
export async function previewAddress(uid: string, request: PreviewRequest): Promise<string | null> {
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!secret || !uid.startsWith('api::')) return null;
  if (!contentTypes(strapi).some((type) => type.uid === uid && type.onSite)) return null;
  const schema = strapi.contentType(uid as ApiUid);
  const locale = request.locale ?? 'en';
  const type = schema.info.singularName;
  const key = schema.kind === 'singleType' ? type : await findKey(uid, request.documentId, locale);
  if (!key) return null;
  const status = request.status === 'published' ? 'published' : 'draft';
  return `${siteUrl}/api/preview?${signedQuery({ type, key, locale, status }, secret, Date.now())}`;
}

async function findKey(uid: string, documentId: string, locale: string): Promise<string | null> {
  const entry = await documents(strapi, uid).findOne({ documentId, locale, status: 'draft', fields: ['key'] });
  return typeof entry?.key === 'string' ? entry.key : null;
}
