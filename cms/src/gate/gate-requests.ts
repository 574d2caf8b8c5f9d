/** Reads what the panel's requests to the gate name, and checks that the user may see it. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { forbid, may, type Right } from '../rules/publish-rights';
import type { Subject } from './decisions';
import { findType } from './snapshot';

/** @throws a refusal when there is no such type, or the user may not read it in this language. */
export function readSubject(strapi: Core.Strapi, given: Record<string, unknown>): Subject {
  const { uid = '', documentId = '', locale = '' } = given as Record<string, string | undefined>;
  const type = findType(strapi, uid);
  if (!type || typeof documentId !== 'string' || !/^[\w:]{1,80}$/.test(documentId))
    throw new errors.ValidationError('Name a document by uid and documentId.');
  const subject = { uid, documentId, locale: type.localized ? String(locale || 'en') : '' };
  checkRight(strapi, 'read', subject);
  return subject;
}

export function checkRight(strapi: Core.Strapi, right: Right, { uid, locale }: Pick<Subject, 'uid' | 'locale'>): void {
  if (!may(strapi, right, uid, locale || null)) forbid(`You may not ${right} this.`);
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000) : '';
}
