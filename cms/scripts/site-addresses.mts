/**
 * Writes src/rules/addresses/site-addresses.json: the addresses that the site knows, derived from its own table of routes, because this package cannot
 * import it. Run after a change of site/route-patterns.ts: `npm run site-addresses`.
 */
import { legalPageIds, staticPaths } from '../../content/static-paths.ts';
import { parameterisedPatterns } from '../../site/route-patterns.ts';
import { writeGenerated } from './write-generated.mts';

/** The type and the field behind the variable part of an address. A pattern that is missing here stops this script. */
const answeredBy: Record<string, { type: string; field: 'slug' | 'key' }> = {
  '/news/:slug': { type: 'news-article', field: 'slug' },
  '/education/:slug': { type: 'education-article', field: 'slug' },
  '/job-post/:slug': { type: 'job', field: 'slug' },
  '/news-tags/:slug': { type: 'tag', field: 'slug' },
  '/education-tags/:slug': { type: 'tag', field: 'slug' },
  '/news-category/:slug': { type: 'news-category', field: 'slug' },
  '/education-category/:slug': { type: 'education-category', field: 'slug' },
  '/education-authors/:slug': { type: 'author', field: 'slug' },
  '/news-center/news/:id': { type: 'news-article', field: 'key' },
  '/cfd-asset-list/:symbol': { type: 'instrument', field: 'key' },
  '/glossary/:slug': { type: 'glossary-term', field: 'slug' },
  '/legal/:slug': { type: 'legal-document', field: 'key' },
};

const isLegal = (id: string) => (legalPageIds as readonly string[]).includes(id);
const variable = parameterisedPatterns.filter((pattern) => pattern.includes('/:'));
for (const pattern of variable)
  if (!answeredBy[pattern]) throw new Error(`Say in scripts/site-addresses.mts which documents answer at ${pattern}.`);

const addresses = {
  pages: Object.fromEntries(Object.entries(staticPaths).filter(([id]) => !isLegal(id))),
  legal: Object.fromEntries(Object.entries(staticPaths).filter(([id]) => isLegal(id))),
  lists: parameterisedPatterns.filter((pattern) => !pattern.includes('/:')),
  documents: variable.map((pattern) => ({ prefix: pattern.replace(/:.*$/, ''), ...answeredBy[pattern] })),
};
writeGenerated('src/rules/addresses/site-addresses.json', addresses, 'site-addresses');
