/**
 * Keeps the editor's input when the server refuses a save. Strapi's panel updates optimistically: it writes the input into its cached document,
 * and reverts that when the server refuses. The form follows the cache, so the editor would lose everything typed. This middleware drops the
 * optimistic update, so the form keeps the input next to the error; after a successful save the panel reads the document from the server anyway.
 */
import type { StrapiApp } from '@strapi/strapi/admin';

interface Patch {
  type?: string;
  payload?: { queryCacheKey?: string };
}

export const keepRefusedForms: StrapiApp['middlewares'][number] = () => () => (next) => (action) => {
  const { type, payload } = action as Patch;
  const aheadOfServer = type?.endsWith('/queryResultPatched') && payload?.queryCacheKey?.startsWith('getDocument(');
  return aheadOfServer ? undefined : next(action);
};
