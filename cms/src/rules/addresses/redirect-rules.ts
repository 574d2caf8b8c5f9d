/** Refuses redirects that have no effect or do harm: from the address of a page, in a circle, or to an address that does not exist. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, languageNames, localeCodes, type LocaleCode } from '../../setup/content-types';
import { siteUrl } from '../../setup/environment';
import { type Problem, tell } from '../problem';
import { answersAt } from './live-addresses';
import { isOwnFile, readPath, writePath, type SitePath } from './site-addresses';

interface Rule {
  from: string;
  to: string;
}

/** The site refuses longer ones, too (content/parse/parse-document.ts). */
const longest = 1000;

type Place = SitePath & { locale: LocaleCode };

/** Normalises an address as the site does to compare it. Returns an invalid one unchanged, for `redirectProblems` to report. */
export function plainSource(from: unknown): unknown {
  return typeof from === 'string' && /^\/(?!\/)[^?#]*$/.test(from) ? writePath(readPath(from)) : from;
}

export async function findRedirectProblems(
  strapi: Core.Strapi,
  documentId: string | undefined,
  { from, to }: Partial<Rule>,
): Promise<Problem[]> {
  // The schema requires both.
  if (!from || !to) return [];
  const problem = (field: keyof Rule, message: string): Problem[] => tell([field], message);
  if (/[?#]/.test(from))
    return problem(
      'from',
      'Write the old address without ? and # and what follows them: the site compares paths, and carries the rest over by itself.',
    );
  for (const [field, address] of Object.entries({ from, to }))
    if (address.length > longest)
      return problem(
        field as keyof Rule,
        `An address has at most ${longest} characters, and this one has ${address.length}.`,
      );
  if (!isDecodable(from))
    return problem(
      'from',
      `${from} is no address: after a percent sign stand two digits. Write %25 for the sign itself.`,
    );
  const source = readPath(from);
  if (isOwnFile(source.path))
    return problem(
      'from',
      `${from} is one of the site’s own files, which come before redirects. Redirects lead from addresses of pages.`,
    );
  const languages = source.locale ? [source.locale] : localeCodes;
  for (const locale of languages) {
    if (await answersAt(strapi, source.path, locale)) return problem('from', standsOnPage(from, source, locale));
  }
  const rules: Unpublished = { instead: { from, to }, of: documentId };
  for (const locale of languages) {
    const fault = await findRouteFault(strapi, { path: source.path, locale }, rules);
    if (fault) return problem('to', fault);
  }
  return [];
}

function isDecodable(address: string): boolean {
  try {
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

function standsOnPage(from: string, source: SitePath, locale: LocaleCode): string {
  const where = source.locale || locale === defaultLocale ? '' : ` in ${languageNames[locale]}`;
  return `${from} is the address of a page${where}: visitors get that page, never this redirect. Unpublish the page first, or redirect another address.`;
}

/** A redirect as it is about to be published. */
interface Unpublished {
  instead: Rule;
  /** The document whose published redirect it replaces. */
  of: string | undefined;
}

/** Follows the published redirects as a visitor in one language would. @returns what is wrong, or null. */
export async function findRouteFault(
  strapi: Core.Strapi,
  start: Place,
  unpublished?: Unpublished,
): Promise<string | null> {
  const way = [writePath(start)];
  for (let place: Place = start; ;) {
    const to = await findRuleAt(strapi, place, unpublished);
    if (to === undefined) return leadsNowhere(way.at(-1) ?? '', place.locale);
    const target = findTarget(to, place.locale);
    if (!target) return null;
    const written = writePath(target);
    if (way.includes(written)) {
      return `This redirect leads in a circle: ${[...way, written].join(' → ')}. Lead it to the page where visitors should arrive.`;
    }
    way.push(written);
    if (isOwnFile(target.path)) return target.path.startsWith('/media/') ? null : leadsNowhere(written, target.locale);
    if (await answersAt(strapi, target.path, target.locale)) return null;
    place = target;
  }
}

/** @param what begins the sentence. */
export function leadsNowhere(address: string, locale: LocaleCode, what = 'This redirect'): string {
  const inLanguage = locale === defaultLocale ? '' : ` (in ${languageNames[locale]})`;
  return `${what} leads nowhere: no page, article or document answers at ${address}${inLanguage}. Check the address, or publish what belongs there first.`;
}

/** Chooses as the site does: the rule for the language comes before the one for all languages. */
async function findRuleAt(strapi: Core.Strapi, place: Place, unpublished?: Unpublished): Promise<string | undefined> {
  const wanted = [writePath(place), place.path];
  const found = await documents(strapi, 'api::redirect.redirect').findMany({
    status: 'published',
    filters: { from: { $in: wanted } },
    fields: ['from', 'to'],
  });
  const rules = [
    ...found.filter((row) => row.documentId !== unpublished?.of),
    ...(unpublished ? [unpublished.instead] : []),
  ] as Rule[];
  return wanted.flatMap((address) => rules.filter(({ from }) => from === address))[0]?.to;
}

/** Null for an address of another site. */
export function findTarget(to: string, locale: LocaleCode): Place | null {
  const own = to === siteUrl || to.startsWith(`${siteUrl}/`) ? to.slice(siteUrl.length) || '/' : to;
  if (!own.startsWith('/')) return null;
  const { locale: named, path } = readPath(own);
  return { path, locale: named ?? locale };
}
