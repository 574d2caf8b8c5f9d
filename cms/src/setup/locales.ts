/** Creates the site's languages. The default one must be set, because Strapi assigns documents without a locale to it. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, localeCodes } from './content-types';
import languages from './site-languages.json';

interface LocalesService {
  findByCode(code: string): Promise<{ id: number; name: string } | null>;
  create(locale: { code: string; name: string }): Promise<unknown>;
  update(where: { id: number }, data: { name: string }): Promise<unknown>;
  setDefaultLocale(locale: { code: string }): Promise<unknown>;
  getDefaultLocale(): Promise<string | null>;
}

export async function ensureLocales(strapi: Core.Strapi): Promise<void> {
  const service = strapi.plugin('i18n').service('locales') as LocalesService;
  for (const code of localeCodes) {
    const { name } = languages[code];
    const found = await service.findByCode(code);
    if (!found) await service.create({ code, name });
    // Strapi itself creates the default one, as “English (en)”.
    else if (found.name === `${name} (${code})`) await service.update({ id: found.id }, { name });
    if (code === defaultLocale && !(await service.getDefaultLocale())) await service.setDefaultLocale({ code });
  }
}
