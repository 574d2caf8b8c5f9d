/** The document that a form of the content manager shows, and its language. */
import { useMemo } from 'react';
import { useQueryParams } from '@strapi/strapi/admin';
import type { DocumentActionProps } from '@strapi/content-manager/strapi-admin';
import type { LocalizedDocument } from '../setup/localized-document';

/** @returns null until the document is saved in this language, and for types of Strapi's own. */
export function useFormDocument({
  model,
  document,
}: Pick<DocumentActionProps, 'model' | 'document'>): LocalizedDocument | null {
  const { documentId, locale } = (document ?? {}) as { documentId?: string; locale?: unknown };
  return useMemo(
    () =>
      documentId && model.startsWith('api::')
        ? { uid: model, documentId, locale: typeof locale === 'string' ? locale : '' }
        : null,
    [model, documentId, locale],
  );
}

/** The language of the form; undefined for a type without languages. */
export function useFormLocale(): string | undefined {
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  return query.plugins?.i18n?.locale;
}
