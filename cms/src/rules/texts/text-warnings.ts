/** What an editor should know of a text before it is published, and which does not keep it from being published. Each sentence says what to do. */
import type { Core } from '@strapi/strapi';
import {
  defaultLocale,
  documents,
  languageNames,
  type ApiUid,
  type Fields,
  type LocaleCode,
} from '../../setup/content-types';
import { findBannedWordProblems, listTexts } from './content-rules';
import { listFields } from '../document-fields';
import { fieldLabel } from '../field-names';
import notations from './figure-notations.json';
import { findLinkWarnings } from '../addresses/link-rules';
import { findMovedBelowWarnings, pageUid } from '../addresses/page-path-rules';
import { type Problem, tell } from '../problem';
import type { Publication } from '../document-call';
import { visibleSeoLength } from './seo-rules';
import { descriptionLength, titleLength } from './text-lengths';
import { isReported, typedFigures, type FigureInstrument, type FigureNotation } from './typed-figures';

export async function findWarnings(
  strapi: Core.Strapi,
  { uid, documentId, document }: Publication,
): Promise<Problem[]> {
  return [
    ...(await findBannedWordProblems(strapi, uid, document, false)),
    ...(await findFigureWarnings(strapi, uid, document)),
    ...(await findLinkWarnings(strapi, uid, document)),
    ...findAlternativeTextWarnings(strapi, uid, document),
    ...findLengthWarnings(uid, document),
    ...(uid === pageUid ? await findMovedBelowWarnings(strapi, documentId, document) : []),
    ...(await olderThanSource(strapi, { uid, documentId, document })),
  ];
}

/** Figures that contradict the instruments, or repeat them where a placeholder would follow every change. */
async function findFigureWarnings(strapi: Core.Strapi, uid: string, document: Fields): Promise<Problem[]> {
  const notation = (notations as Record<string, FigureNotation>)[String(document.locale ?? defaultLocale)];
  const texts = listTexts(strapi, uid, document).filter(({ text }) => /\d/.test(text));
  if (!notation || texts.length === 0) return [];
  const { singularName } = strapi.contentType(uid as ApiUid).info;
  const instruments = await readInstruments(strapi);
  return texts.flatMap(({ path, text }) =>
    typedFigures(text, notation, instruments)
      .filter((figure) => isReported(singularName, figure))
      .map((figure) => ({
        path,
        message: `“${figure.text.trim()}” in ${fieldLabel(strapi, uid, path, document)} ${figure.message}.`,
      })),
  );
}

/** Milliseconds. Thousands of instruments take half a second to read, and an editor asks at each pause. */
const instrumentsStayFor = 60_000;
let instruments: { read: Promise<FigureInstrument[]>; at: number } | null = null;

/** The same array for a while, for which the names in it are collected once. */
function readInstruments(strapi: Core.Strapi): Promise<FigureInstrument[]> {
  if (!instruments || Date.now() - instruments.at > instrumentsStayFor) {
    const read = documents(strapi, 'api::instrument.instrument').findMany({
      status: 'published',
      fields: ['symbol', 'assetClass', 'pipSize', 'referencePrice', 'swapLong', 'swapShort'],
      populate: ['terms'],
      limit: 100_000,
    }) as unknown as Promise<FigureInstrument[]>;
    instruments = { read, at: Date.now() };
    read.catch(() => (instruments = null));
  }
  return instruments.read;
}

const isFileName = (text: string) => /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(text.trim());

/** Pictures without a description for people who cannot see them. */
function findAlternativeTextWarnings(strapi: Core.Strapi, uid: string, document: Fields): Problem[] {
  return listFields(strapi, uid, document).flatMap(
    ({ path, name, attribute, model, value, beside, component }): Problem[] => {
      const label = fieldLabel(strapi, uid, path, document);
      if (attribute.type === 'richtext' || attribute.type === 'text')
        return /!\[\s*\]\(/.test(String(value ?? ''))
          ? tell(path, `A picture in ${label} has no description: write it between the brackets, ![what it shows](…).`)
          : [];
      if (attribute.type !== 'media') return [];
      const files = [value ?? []].flat() as { mime?: string; name?: string; alternativeText?: string | null }[];
      const own = beside[`${name}Alt`];
      return files
        .filter(({ mime }) => mime?.startsWith('image/'))
        .flatMap((file): Problem[] => {
          const written =
            typeof own === 'string' && own.trim() !== '' ? own.trim() : String(file.alternativeText ?? '');
          const at = `${name}Alt` in model ? [...path.slice(0, -1), `${name}Alt`] : path;
          if (written === '-')
            return component === 'blocks.figure'
              ? tell(at, `${label} is the content of its block, so it needs a description: write what it shows.`)
              : [];
          if (written !== '' && !isFileName(written)) return [];
          const what = written === '' ? 'has no description' : `is described by a file name, “${written}”`;
          return tell(
            at,
            `${label} ${what}: write what “${file.name ?? 'the picture'}” shows, or a single hyphen (-) when it is only decoration.`,
          );
        });
    },
  );
}

/** Search results show a short text with others around it, and a page without one under the default of the site. */
function findLengthWarnings(uid: string, document: Fields): Problem[] {
  const seo = document.seo as Fields | null | undefined;
  if (!('seo' in document) && uid !== pageUid) return [];
  return (
    [
      ['title', titleLength],
      ['description', descriptionLength],
    ] as const
  ).flatMap(([name, { min, max }]): Problem[] => {
    const typed = seo?.[name];
    const path = ['seo', name];
    if (typeof typed !== 'string' || typed.trim() === '')
      return uid === pageUid
        ? tell(
            path,
            `Without a ${name} of its own, search results show the default one: write ${min} to ${max} characters.`,
          )
        : [];
    const length = visibleSeoLength(typed);
    return length < min
      ? tell(path, `The ${name} for search results has ${length} characters: write ${min} to ${max}.`)
      : [];
  });
}

const day = (value: unknown) =>
  new Date(String(value)).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The text from which this one is translated was changed and published after it. */
async function olderThanSource(
  strapi: Core.Strapi,
  { uid, documentId, document: { locale } }: Publication,
): Promise<Problem[]> {
  const { attributes } = strapi.contentType(uid as ApiUid);
  if (!documentId || !locale || locale === defaultLocale || !('textUpdatedAt' in attributes)) return [];
  const read = (status: string, language: unknown) =>
    documents(strapi, uid).findOne({ documentId, status, locale: language, fields: ['textUpdatedAt'] });
  const [source, own] = [await read('published', defaultLocale), await read('draft', locale)];
  if (!source?.textUpdatedAt || !own?.textUpdatedAt) return [];
  if (new Date(String(source.textUpdatedAt)) <= new Date(String(own.textUpdatedAt))) return [];
  const [from, to] = [languageNames[defaultLocale], languageNames[locale as LocaleCode] ?? String(locale)];
  return tell(
    [],
    `The ${from} text was changed on ${day(source.textUpdatedAt)} UTC, after this one (${day(own.textUpdatedAt)}). Compare the two; when the ${to} text says the same, save it.`,
  );
}
