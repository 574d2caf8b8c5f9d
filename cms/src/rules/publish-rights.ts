/**
 * Only users who may publish a document may change what is live, in each affected language. Strapi checks that right only for its Publish and
 * Unpublish buttons: to delete a published document, or to create one with the status “published”, the right to edit would be enough.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  documents,
  isLocalized,
  languageNames,
  nameDocument,
  type ApiUid,
  type LocaleCode,
} from '../setup/content-types';
import { type DocumentCall, publishes } from './document-call';

export type Right = 'create' | 'publish' | 'read' | 'update';
interface PermissionCheckers {
  create(options: { userAbility: unknown; model: string }): {
    can: Record<Right, (entity?: { locale: string }) => boolean>;
  };
}

/** Inside its `run`, a rule of ours publishes by itself, so the rights of the current user do not matter. */
export const ofItself = new AsyncLocalStorage<true>();

/**
 * Tells whether the current user may do this with documents of a type, in a language. Also true without an administrator's session: for the seed,
 * and for API tokens, which have their own rights.
 */
export function may(strapi: Core.Strapi, action: Right, uid: string, locale: string | null): boolean {
  const { userAbility } = (strapi.requestContext.get()?.state ?? {}) as { userAbility?: unknown };
  if (!userAbility || ofItself.getStore()) return true;
  const checkers = strapi.plugin('content-manager').service('permission-checker') as unknown as PermissionCheckers;
  return checkers.create({ userAbility, model: uid }).can[action](locale ? { locale } : undefined);
}

/** ` in English and Spanish`; empty for a document without languages. */
export function inLanguages(locales: (string | null)[]): string {
  const names = [
    ...new Set(locales.flatMap((locale) => (locale ? [languageNames[locale as LocaleCode] ?? locale] : []))),
  ];
  return names.length === 0 ? '' : ` in ${new Intl.ListFormat('en-GB').format(names)}`;
}

/** @throws a 403 with a sentence. Of Strapi's errors, only this one keeps its message on the way to the panel. */
export function forbid(message: string): never {
  throw new errors.PolicyError(message);
}

export function registerPublishRights(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    if (!uid.startsWith('api::')) return next();
    if (action === 'delete' || action === 'unpublish') await checkRemoval(strapi, uid, action, params);
    if (publishes({ action, params })) checkPublishing(strapi, uid, params);
    return next();
  });
}

async function checkRemoval(
  strapi: Core.Strapi,
  uid: string,
  action: 'delete' | 'unpublish',
  { documentId, locale }: DocumentCall['params'],
): Promise<void> {
  const localized = isLocalized(strapi, uid);
  const live = await documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'published',
    ...(localized ? { locale } : {}),
  });
  const refused = live.filter((row) => !may(strapi, 'publish', uid, localized ? String(row.locale) : null));
  const [first] = refused;
  if (!first) return;
  const where = inLanguages(localized ? refused.map((row) => String(row.locale)) : []);
  const wish =
    action === 'delete'
      ? 'Ask a publisher to unpublish it; then you can delete it.'
      : 'Ask a publisher to unpublish it.';
  forbid(`${nameDocument(strapi, uid, first)} is live${where}, and you may not publish it there. ${wish}`);
}

function checkPublishing(strapi: Core.Strapi, uid: string, { locale }: DocumentCall['params']): void {
  const wanted = isLocalized(strapi, uid)
    ? [locale].flat().map((one) => (one === '*' || !one ? null : String(one)))
    : [null];
  const refused = wanted.filter((one) => !may(strapi, 'publish', uid, one));
  if (refused.length === 0) return;
  const { displayName } = strapi.contentType(uid as ApiUid).info;
  forbid(`You may not publish “${displayName}”${inLanguages(refused)}. Save a draft and ask a publisher.`);
}
