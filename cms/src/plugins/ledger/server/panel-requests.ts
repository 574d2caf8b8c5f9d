/** Reads what the panel's requests name, and checks that the user may see it. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { forbid, may, type Right } from '../../../rules/publish-rights';
import type { LocalizedDocument } from '../../../setup/localized-document';
import { findType } from './snapshot';

/** Documents that one request may change. */
export const maxDocuments = 200;

/** @throws a refusal when there is no such type, or the user may not read it in this language. */
export function readDocument(strapi: Core.Strapi, given: Record<string, unknown>): LocalizedDocument {
  const { uid = '', documentId = '', locale = '' } = given as Record<string, string | undefined>;
  const type = findType(strapi, uid);
  if (!type || typeof documentId !== 'string' || !/^[\w:]{1,80}$/.test(documentId))
    throw new errors.ValidationError('Name a document by uid and documentId.');
  const document = { uid, documentId, locale: type.localized ? String(locale || 'en') : '' };
  checkRight(strapi, 'read', document);
  return document;
}

/** @param read makes an item of the list. @returns one more than a request may change, so that a longer list is refused. */
export function readItems<Item>(items: unknown, read: (item: Record<string, unknown>) => Item): Item[] {
  return (Array.isArray(items) ? items.slice(0, maxDocuments + 1) : []).map(read);
}

export function checkRight(
  strapi: Core.Strapi,
  right: Right,
  { uid, locale }: Pick<LocalizedDocument, 'uid' | 'locale'>,
): void {
  if (!may(strapi, right, uid, locale || null)) forbid(`You may not ${right} this.`);
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000) : '';
}
