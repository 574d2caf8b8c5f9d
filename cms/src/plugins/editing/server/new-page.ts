/** Makes the drafts of a page from a pattern, or from another page, for the panel's page “New page”. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { defaultLocale, documents, localeCodes, type Fields, type LocaleCode } from '../../../setup/content-types';
import { addressWords } from '../../../rules/addresses/address-words';
import { buildPattern, patterns } from '../../../rules/types/page-patterns';
import { cleanPath, findPagePathProblems, pageUid } from '../../../rules/addresses/page-path-rules';
import { tell } from '../../../rules/problem';
import { refuse } from '../../../rules/refuse';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';

interface Wish {
  title: string;
  path: string;
  locales: LocaleCode[];
  /** The name of a pattern, or the id of a page. */
  from: string;
}

/** @throws a refusal for what is missing, and for a language in which the user may not write. */
function readWish(strapi: Core.Strapi, { title, path, locales, from }: Fields): Wish {
  const chosen = localeCodes.filter((code) => Array.isArray(locales) && locales.includes(code));
  const name = typeof title === 'string' ? title.trim().slice(0, 120) : '';
  if (name === '') refuse(tell(['title'], 'Write the name of the page.'));
  if (chosen.length === 0) refuse(tell(['locales'], 'Choose a language at least.'));
  const refused = chosen.filter((code) => !may(strapi, 'create', pageUid, code));
  if (refused.length > 0) forbid(`You may not write pages${inLanguages(refused)}.`);
  return {
    title: name,
    path: cleanPath(typeof path === 'string' ? path : '') || addressWords(name),
    locales: chosen,
    from: String(from),
  };
}

/** All languages, or none. @returns where the form of the page is. */
export async function makePage(strapi: Core.Strapi, body: Fields): Promise<{ documentId: string; locale: LocaleCode }> {
  const wish = readWish(strapi, body);
  refuse(await findPagePathProblems(strapi, undefined, { path: wish.path }));
  return strapi.db.transaction(async () => {
    const documentId = Object.hasOwn(patterns, wish.from)
      ? await fromPattern(strapi, wish)
      : await fromPage(strapi, wish);
    return { documentId, locale: wish.locales[0] ?? defaultLocale };
  });
}

async function fromPattern(strapi: Core.Strapi, { title, path, locales, from }: Wish): Promise<string> {
  let documentId = '';
  for (const locale of locales) {
    const common = await documents(strapi, 'api::common-datum.common-datum').findFirst({ locale, status: 'published' });
    const data = { title, path, blocks: buildPattern(from, locale, String(common?.riskWarning ?? '')) };
    const saved = documentId
      ? await documents(strapi, pageUid).update({ documentId, locale, data })
      : await documents(strapi, pageUid).create({ locale, data });
    documentId = saved?.documentId ?? '';
  }
  return documentId;
}

/** Copies what the user may read, in the languages that the other page has. */
async function fromPage(strapi: Core.Strapi, { title, path, locales, from }: Wish): Promise<string> {
  const rows = await documents(strapi, pageUid).findMany({
    filters: { documentId: from },
    locale: '*',
    fields: ['locale'],
  });
  const there = locales.filter((code) => rows.some(({ locale }) => locale === code));
  if (there.length === 0 || there.some((code) => !may(strapi, 'read', pageUid, code)))
    throw new errors.ValidationError('The page to copy is not there in this language.');
  const data = { path, takenDown: false, afterwards: null } as Fields;
  const service = strapi.documents(pageUid) as unknown as {
    clone(options: object): Promise<{ documentId: string }>;
  };
  const { documentId } = await service.clone({ documentId: from, locale: '*', data });
  for (const { locale } of rows)
    if (!there.some((code) => code === locale))
      await strapi.documents(pageUid).delete({ documentId, locale: String(locale) });
  await documents(strapi, pageUid).update({ documentId, locale: there[0], data: { title } });
  return documentId;
}
