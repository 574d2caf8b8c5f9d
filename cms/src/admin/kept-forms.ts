/**
 * Strapi's panel takes a save for granted: it writes what was typed into its copy of the document, and takes it back when the server refuses.
 * The form follows that copy, so everything that was typed would be gone with the first refused save. Without the first step the form keeps
 * it, beside the sentence; a save that succeeds is read from the server anyway.
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
