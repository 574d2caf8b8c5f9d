/**
 * What is live is changed by those who may publish it, in each language concerned. Strapi asks for that right at its Publish and Unpublish
 * buttons only: deleting a published document, and creating one with the status “published”, need no more than the right to edit.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { documents, isLocalized, languageNames, nameOf, type ApiUid, type LocaleCode } from '../setup/content-types';

interface Call {
  uid: string;
  action: string;
  params: { documentId?: string; locale?: unknown; status?: unknown };
}
interface PermissionCheckers {
  create(options: { userAbility: unknown; model: string }): { can: { publish(entity?: { locale: string }): boolean } };
}

/** Inside, a rule of ours publishes; nobody asked for it by name, so nobody's rights count. */
export const ofItself = new AsyncLocalStorage<true>();

/** True for whoever acts without an administrator's session, too: the seed, and tokens, whose rights are their own. */
export function mayPublish(strapi: Core.Strapi, uid: string, locale: string | null): boolean {
  const { userAbility } = (strapi.requestContext.get()?.state ?? {}) as { userAbility?: unknown };
  if (!userAbility || ofItself.getStore()) return true;
  const checkers = strapi.plugin('content-manager').service('permission-checker') as unknown as PermissionCheckers;
  return checkers.create({ userAbility, model: uid }).can.publish(locale ? { locale } : undefined);
}

/** `English and Spanish`; for a document without languages what it is: live. */
export function inLanguages(locales: (string | null)[]): string {
  const names = [
    ...new Set(locales.flatMap((locale) => (locale ? [languageNames[locale as LocaleCode] ?? locale] : []))),
  ];
  return names.length === 0 ? '' : ` in ${new Intl.ListFormat('en-GB').format(names)}`;
}

/** A 403 with a sentence: of Strapi's errors only this one keeps its message on the way to the panel. */
export function forbid(message: string): never {
  throw new errors.PolicyError(message);
}

export function registerPublishRights(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as Call;
    if (!uid.startsWith('api::')) return next();
    if (action === 'delete' || action === 'unpublish') await checkRemoval(strapi, uid, action, params);
    if (action === 'publish' || (params.status === 'published' && (action === 'create' || action === 'update')))
      checkPublishing(strapi, uid, params);
    return next();
  });
}

async function checkRemoval(
  strapi: Core.Strapi,
  uid: string,
  action: 'delete' | 'unpublish',
  { documentId, locale }: Call['params'],
): Promise<void> {
  const localized = isLocalized(strapi, uid);
  const live = await documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'published',
    ...(localized ? { locale } : {}),
  });
  const refused = live.filter((row) => !mayPublish(strapi, uid, localized ? String(row.locale) : null));
  const [first] = refused;
  if (!first) return;
  const where = inLanguages(localized ? refused.map((row) => String(row.locale)) : []);
  const wish =
    action === 'delete'
      ? 'Ask a publisher to unpublish it; then you can delete it.'
      : 'Ask a publisher to unpublish it.';
  forbid(`${nameOf(strapi, uid, first)} is live${where}, and you may not publish it there. ${wish}`);
}

function checkPublishing(strapi: Core.Strapi, uid: string, { locale }: Call['params']): void {
  const wanted = isLocalized(strapi, uid)
    ? [locale].flat().map((one) => (one === '*' || !one ? null : String(one)))
    : [null];
  const refused = wanted.filter((one) => !mayPublish(strapi, uid, one));
  if (refused.length === 0) return;
  const { displayName } = strapi.contentType(uid as ApiUid).info;
  forbid(`You may not publish “${displayName}”${inLanguages(refused)}. Save a draft and ask a publisher.`);
}
