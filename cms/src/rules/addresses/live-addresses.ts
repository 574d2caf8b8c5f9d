/** Determines which addresses of the site answer: those of its lists, and of published documents. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { defaultLocale, isLocalized, type LocaleCode } from '../../setup/content-types';
import { columnName, readRows, typeTable } from '../../setup/tables';
import { findPlace, listPaths, type DocumentPlace } from './site-addresses';

/** How a document answers: in its own words, by the English text where a translation is missing, or not at all since it was taken down. */
export type Answer = 'text' | 'english' | 'down';

/** True when a page, an article or another document has this address. */
export async function answersAt(strapi: Core.Strapi, path: string, locale: LocaleCode): Promise<boolean> {
  return ['text', 'english'].includes(String(await findAnswer(strapi, path, locale)));
}

/** @returns null when no document has this address. */
export async function findAnswer(strapi: Core.Strapi, path: string, locale: LocaleCode): Promise<Answer | null> {
  if (listPaths.includes(path)) return 'text';
  const place = findPlace(path);
  return place && readAnswer(strapi, place, locale);
}

interface LiveRow {
  value: unknown;
  locale: unknown;
  takenDown: boolean;
}
/** Inside its `run`, the published addresses of a type are read once, for a question about all links. */
export const liveAddresses = new AsyncLocalStorage<Map<string, Promise<Map<unknown, LiveRow[]>>>>();

async function readAnswer(strapi: Core.Strapi, place: DocumentPlace, locale: LocaleCode): Promise<Answer | null> {
  const found = await findLive(strapi, place);
  // A document without languages is the same for all of them.
  if (!isLocalized(strapi, `api::${place.type}.${place.type}`)) return found.length > 0 ? 'text' : null;
  const own = found.find((row) => row.locale === locale);
  const shown = own ?? found.find((row) => row.locale === defaultLocale);
  if (!shown) return null;
  return shown.takenDown ? 'down' : own ? 'text' : 'english';
}

async function findLive(strapi: Core.Strapi, { type, field, value }: DocumentPlace): Promise<LiveRow[]> {
  const known = liveAddresses.getStore();
  if (!known) return readLive(strapi, type, field, value);
  const key = `${type} ${field}`;
  if (!known.has(key))
    known.set(
      key,
      readLive(strapi, type, field).then((rows) => Map.groupBy(rows, (row) => row.value)),
    );
  return (await known.get(key))?.get(value) ?? [];
}

async function readLive(strapi: Core.Strapi, type: string, field: string, value?: string): Promise<LiveRow[]> {
  const uid = `api::${type}.${type}`;
  const column = columnName(field);
  const rows = await readRows(
    strapi,
    `SELECT ${[column, ...(isLocalized(strapi, uid) ? ['locale', 'taken_down'] : [])].join(', ')}
     FROM ${typeTable(strapi, uid)} WHERE published_at IS NOT NULL ${value === undefined ? '' : `AND ${column} = ?`}`,
    value === undefined ? [] : [value],
  );
  return rows.map((row) => ({ value: row[field], locale: row.locale, takenDown: Boolean(row.taken_down) }));
}
