/** A page must have an address with a route on the site, and keep it: any other address would be a 404. */
import type { Core } from '@strapi/strapi';
import { findRows } from './address-rules';
import type { Problem } from './problem';
import { legalPages, sitePages } from './site-addresses';

const uid = 'api::page.page';

export async function findPagePathProblems(
  strapi: Core.Strapi,
  documentId: string | undefined,
  data: Record<string, unknown>,
): Promise<Problem[]> {
  const known = documentId ? await findRows(strapi, uid, { documentId }, ['path']) : [];
  const own = known.find(({ path }) => typeof path === 'string' && path !== '')?.path as string | undefined;
  if (!('path' in data) && !own) return [];
  const path = 'path' in data ? data.path : own;
  const problem = (message: string): Problem[] => [{ path: ['path'], message }];
  if (own && path !== own && Object.hasOwn(sitePages, own)) {
    return problem(
      `“${own}” is this page’s address and stays: the site, links and search engines know it by that. To lead visitors to another page, unpublish the page and add a redirect from /${own}.`,
    );
  }
  // A draft may have no address yet.
  if (path === undefined || path === null || path === '') return [];
  const id = String(path);
  if (Object.hasOwn(legalPages, id))
    return problem(`“${id}” is a legal document: write it under Legal document, not as a page.`);
  if (!Object.hasOwn(sitePages, id)) {
    const written = new Set((await findRows(strapi, uid, {}, ['path'])).map((row) => row.path));
    const open = Object.keys(sitePages)
      .filter((one) => !written.has(one))
      .sort();
    const unwritten = open.length > 0 ? `, write one that is missing (${open.join(', ')})` : '';
    return problem(
      `The site has no page “${id}”: visitors would get “not found”. Change one of the pages in the list${unwritten}, or write a news or education article, which gets an address of its own.`,
    );
  }
  const others = (await findRows(strapi, uid, { path: id }, ['path'])).filter((row) => row.documentId !== documentId);
  return others.length > 0 ? problem(`There is already a page “${id}”: open that one and change it.`) : [];
}
