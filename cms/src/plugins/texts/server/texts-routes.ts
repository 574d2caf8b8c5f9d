/** What the panel asks about all texts, under `/gate`. */
import type { Core } from '@strapi/strapi';
import { checkRight, readDocument, readItems, readText } from '../../ledger/server/panel-requests';
import { addPanelRoutes } from '../../ledger/server/panel-routes';
import { findBrokenLinks } from './broken-links';
import { findTexts, replaceTexts, type TextReplacement } from './find-texts';
import { findTextUses } from './text-uses';
import { takeTranslationFile, writeTranslationFile } from './translation-files';
import { findOpenTranslations } from './translations';

export function addTextsRoutes(strapi: Core.Strapi): void {
  addPanelRoutes(strapi, {
    'GET /texts': async ({ query }) => findTexts(strapi, readText(query.words)),
    'POST /texts': async ({ request: { body = {} } }) => ({
      changed: await replaceTexts(strapi, readReplacement(strapi, body)),
    }),
    'GET /texts/broken-links': async () => findBrokenLinks(strapi),
    'GET /texts/uses': async ({ query }) => findTextUses(strapi, readDocument(strapi, query)),
    'GET /translations': async ({ query }) => ({ open: await findOpenTranslations(strapi, readText(query.locale)) }),
    'GET /translations/file': async ({ query }) => ({
      text: await writeTranslationFile(strapi, readText(query.locale)),
    }),
    'POST /translations/file': async ({ request: { body = {} } }) => ({
      taken: await takeTranslationFile(strapi, typeof body.text === 'string' ? body.text : ''),
    }),
  });
}

function readReplacement(strapi: Core.Strapi, { words, by, items }: Record<string, unknown>): TextReplacement {
  return {
    words: readText(words),
    by: readText(by),
    items: readItems(items, (item) => {
      const document = readDocument(strapi, item);
      checkRight(strapi, 'update', document);
      return { ...document, hash: readText(item.hash) };
    }),
  };
}
