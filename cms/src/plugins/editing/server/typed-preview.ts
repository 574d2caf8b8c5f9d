/**
 * Signs the values in a form of the panel, so that its editor may see them on the site before they are saved. The values are not stored, and only the
 * editor's browser takes them to the site.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { siteUrl } from '../../../setup/environment';
import { signedQuery, type PreviewTarget } from '../../../setup/preview';
import { readRequest } from '../../../rules/check-route';
import { may } from '../../../rules/publish-rights';
import { findTypedDraft, readTypedRow } from './typed-row';

export interface TypedPreview {
  /** Where the frame begins: the draft as it is saved. */
  frame: string;
  /** Path and query of the site to which its script posts the values. */
  address: string;
  values: string;
}

/** As many as the site reads (`server/content/typed-preview.ts`). */
const maxBytes = 1024 * 1024;
/** The key and the address of a document that has none yet. */
const unsavedKey = 'unsaved-preview';
const addressFields = ['slug', 'path'];

/** @throws a 403 for who may not edit the document, a 400 for a type that the site does not show or values that are too long. */
export async function signTyped(strapi: Core.Strapi, body: Record<string, unknown>): Promise<TypedPreview> {
  const question = readRequest(strapi, body);
  const { type, locale } = question;
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!type.onSite || !secret) throw new errors.ValidationError('The site shows no preview of this kind.');
  const draft = await findTypedDraft(strapi, question);
  if (!may(strapi, draft ? 'update' : 'create', type.uid, locale ?? null)) throw new errors.ForbiddenError();
  const key = type.single ? type.name : String(draft?.key || question.values.key || unsavedKey);
  const row = await readTypedRow(strapi, question, draft);
  for (const name of addressFields) if (name in type.attributes) row[name] ||= draft ? draft[name] : key;
  const values = JSON.stringify(row);
  if (Buffer.byteLength(values) > maxBytes) throw new errors.ValidationError('The text is too long for a preview.');
  const target: PreviewTarget = { type: type.name, key, locale: locale ?? 'en', status: 'draft' };
  const now = Date.now();
  const path = '/api/preview/frame?';
  return {
    frame: `${siteUrl}${path}${signedQuery(target, secret, now)}`,
    address: `${path}${signedQuery(target, secret, now, values)}`,
    values,
  };
}
