/**
 * Schemas for the small pieces of the wire shapes (`demo/README.md`), per locale: each parses a feed's value to a value of the model. Absent,
 * null and empty mean the same on the wire: Strapi sends null where a file leaves a field out.
 */
import * as v from 'valibot';
import { type Locale, byLocale } from '../locales.ts';
import type { Seo } from '../model.ts';
import type { Action, Html, ImageLink, Link, Media } from '../model-values.ts';
import type { Cell, Column, Table } from '../model-blocks.ts';
import { type IconName, iconNames } from '../icon-names.ts';
import { columnFigures } from '../model-instruments.ts';
import { typesetNumbers } from './number-typesetting.ts';
import { renderInlineMarkdown, renderMarkdown } from './markdown.ts';

/** Content marks placeholders that only the broker can fill in with double brackets; visitors see the text without them. */
export const placeholderPattern = /\[\[((?:(?!\[\[|\]\]).)+)\]\]/g;

/** Limits in characters, far above the demonstration: its longest line has 400, its longest text 20 000. */
const maxLineLength = 10_000;
export const maxTextLength = 200_000;
const maxItems = 5000;

function createTextSchema(length: number) {
  return v.pipe(
    v.string('must be text'),
    v.maxLength(length, `must have at most ${length} characters`),
    v.trim(),
    // A zero byte and half a character, which Strapi lets through, have no place in HTML, in XML and in a database.
    v.transform((value) => typesetNumbers(value.replaceAll('\0', '').toWellFormed().replace(placeholderPattern, '$1'))),
  );
}

export const text = createTextSchema(maxLineLength);
export const requiredText = v.pipe(text, v.nonEmpty('must not be empty'));
/** A text of Markdown. */
export const longText = createTextSchema(maxTextLength);
export const requiredLongText = v.pipe(longText, v.nonEmpty('must not be empty'));
/** Words and questions for the search, one a line. */
export const searchLines = v.pipe(
  v.nullish(text, ''),
  v.transform((lines) =>
    lines
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
);
/** JavaScript's `Infinity` is a number too, and YAML has it. */
export const number = v.pipe(v.number('must be a number'), v.finite('must be a number'));
/** Whether a calendar has the day `YYYY-MM-DD`: `Date` alone takes 30 February for 2 March. */
export function isCalendarDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === day;
}

/** A date, or the date of a date-time. */
export const isoDate = v.pipe(
  v.string('must be a date'),
  v.maxLength(100, 'must be a date'),
  v.regex(/^\d{4}-\d{2}-\d{2}(?:$|[T ])/, 'must be a date like 2026-11-21'),
  v.transform((value) => value.slice(0, 10)),
  v.check(isCalendarDay, ({ input }) => `names a day that does not exist: ${input}`),
);
const dateTimeFault = 'must be a date-time like 2026-11-21T10:00:00Z';
export const isoDateTime = v.pipe(
  v.string('must be a date-time'),
  v.maxLength(100, 'must be a date-time'),
  v.isoTimestamp(dateTimeFault),
  // Valibot accepts days, hours and offsets that do not exist.
  v.check((value) => isCalendarDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), dateTimeFault),
  v.transform((value) => new Date(value).toISOString()),
);
export const slug = v.pipe(
  v.string('must be text'),
  v.maxLength(300, 'must have at most 300 characters'),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens'),
);

/** The path of a page without its first slash: `forex`, `campaign/summer`. */
export const pagePath = v.pipe(
  v.string('must be text'),
  v.maxLength(300, 'must have at most 300 characters'),
  v.regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)?$/,
    'must be lower-case words joined by hyphens, with at most one slash',
  ),
);

/** Absent, null and `''` become null. */
export function orNull<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(schema),
  );
}

/** Absent and null become an empty list. */
export function list<Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(
    v.pipe(v.array(item, 'must be a list'), v.maxLength(maxItems, `must have at most ${maxItems} entries`)),
    [],
  );
}

export function flag(fallback = false) {
  return v.nullish(v.boolean('must be true or false'), fallback);
}

const rawLink = v.object({ name: requiredText, url: requiredText, openInNewTab: flag() });

/** Numbers the links of a list by position, because wire ids change with every publish. */
export function numberItems<Item extends object>(items: Item[]): (Item & { id: string })[] {
  return items.map((item, index) => ({ id: String(index + 1), ...item }));
}

export const linkSchema = v.pipe(
  rawLink,
  v.transform((link): Link => ({ id: '1', ...link })),
);
export const linksSchema = v.pipe(
  list(rawLink),
  v.transform((links): Link[] => numberItems(links)),
);
export const actionsSchema = v.pipe(
  list(v.object({ ...rawLink.entries, style: v.nullish(v.picklist(['primary', 'secondary', 'quiet']), 'primary') })),
  v.transform((actions): Action[] => numberItems(actions)),
);
export const contactLinksSchema = v.pipe(
  list(v.object({ name: v.nullish(text, ''), url: v.nullish(text, ''), openInNewTab: flag(), phone: orNull(text) })),
  v.transform((links) => numberItems(links)),
);

/** A media object may be flat, or wrapped in `attributes` or `data.attributes` (R32). */
function unwrapMedia(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('data' in value) return unwrapMedia(value.data);
  return 'attributes' in value ? value.attributes : value;
}

const size = v.nullish(number, 0);
export const mediaSchema = v.pipe(
  v.optional(v.unknown(), null),
  v.transform(unwrapMedia),
  v.nullable(
    v.object({
      url: requiredText,
      local: v.nullish(text, null),
      alternativeText: v.nullish(text),
      width: size,
      height: size,
    }),
  ),
  v.transform((media): Media | null =>
    media
      ? {
          url: media.url,
          local: media.local,
          alt: media.alternativeText ?? '',
          width: media.width,
          height: media.height,
        }
      : null,
  ),
);

export const requiredMediaSchema = v.pipe(
  mediaSchema,
  v.check((media) => media !== null, 'must be a picture'),
  v.transform((media) => media as Media),
);

export const mediaListSchema = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => (typeof value === 'object' && value !== null && 'data' in value ? value.data : value)),
  list(mediaSchema),
  v.transform((items): Media[] => items.filter((item) => item !== null)),
);

export const imageLinksSchema = v.pipe(
  list(v.object({ name: requiredText, link: requiredText, image: mediaSchema })),
  v.transform((items): ImageLink[] => numberItems(items)),
);

const seoText = v.pipe(
  orNull(text),
  v.transform((value) => value || null),
);
/** Every field is optional, and so is the object itself: a page without any SEO data is valid. */
export const seoSchema = v.pipe(
  orNull(
    v.object({
      title: seoText,
      description: seoText,
      keywords: orNull(v.union([v.array(text), text])),
      image: orNull(mediaSchema),
    }),
  ),
  v.transform((seo): Seo => ({
    title: seo?.title ?? null,
    description: seo?.description ?? null,
    keywords: (Array.isArray(seo?.keywords) ? seo.keywords : (seo?.keywords ?? '').split(','))
      .map((word) => word.trim())
      .filter(Boolean),
    image: seo?.image ?? null,
  })),
);

/** An unknown icon is left out, and does not fail its document. */
export const iconSchema = v.pipe(
  v.nullish(v.string(), null),
  v.transform((name): IconName | null =>
    (iconNames as readonly string[]).includes(name ?? '') ? (name as IconName) : null,
  ),
);

const columnSchema = v.pipe(
  v.object({
    label: text,
    align: v.nullish(v.picklist(['start', 'end'])),
    format: v.nullish(v.picklist(['text', 'number'])),
    digits: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8))),
    figure: orNull(v.picklist(columnFigures, `must be one of ${columnFigures.join(', ')}`)),
    account: orNull(text),
  }),
  v.transform((column): Column => ({
    label: column.label,
    align: column.align ?? (column.format === 'number' ? 'end' : 'start'),
    format: column.format ?? 'text',
    digits: column.digits ?? 0,
    ...(column.figure ? { figure: column.figure } : {}),
    ...(column.account ? { account: column.account } : {}),
  })),
);

/** Symbols and classes: a list, or one text with commas, as editors type it. */
export const instrumentNames = v.pipe(
  v.nullish(v.union([v.array(text), text], 'must be symbols or classes with commas between them'), ''),
  v.transform((names) => (Array.isArray(names) ? names : names.split(','))),
  v.transform((names) => names.map((name) => name.trim()).filter(Boolean)),
);

/** Creates the schemas whose text becomes HTML, and therefore depends on the locale. */
function createPieces(locale: Locale) {
  const markdown = v.pipe(
    longText,
    v.transform((value): Html => renderMarkdown(value, locale).html),
  );
  const inline = v.pipe(
    text,
    v.transform((value): Html => renderInlineMarkdown(value, locale)),
  );
  const cell = v.union([number, v.boolean(), inline], 'must be text, a number, true or false');
  const cells = v.array(cell) as v.GenericSchema<unknown, Cell[]>;
  const table = v.pipe(
    v.object({
      caption: requiredText,
      columns: v.pipe(v.array(columnSchema), v.minLength(1)),
      instruments: instrumentNames,
      rows: v.nullish(v.array(cells)),
      note: orNull(inline),
    }),
    v.check(
      ({ instruments, rows }) => instruments.length > 0 || Array.isArray(rows),
      'must have rows, or name instruments',
    ),
    v.check(
      ({ instruments, columns, rows }) =>
        instruments.length > 0 || (rows ?? []).every((row) => row.length === columns.length),
      'every row must have as many cells as there are columns',
    ),
    v.check(
      ({ instruments, columns }) => instruments.length === 0 || columns.some(({ figure }) => figure),
      'a table of instruments needs a column that shows one of their figures',
    ),
    v.check(
      ({ instruments, columns, rows }) =>
        instruments.length === 0 ||
        (rows ?? []).every((row) => row.length === 1 + columns.filter(({ figure }) => !figure).length),
      'every row must have a symbol, and a cell for each column without a figure',
    ),
    v.transform(({ instruments, rows, ...rest }): Table => ({
      ...rest,
      rows: rows ?? [],
      ...(instruments.length > 0 ? { instruments } : {}),
    })),
  );
  return {
    markdown,
    requiredMarkdown: v.pipe(
      requiredLongText,
      v.transform((value): Html => renderMarkdown(value, locale).html),
    ),
    inline,
    cell: cell as v.GenericSchema<unknown, Cell>,
    cells,
    table,
  };
}

export type Pieces = ReturnType<typeof createPieces>;
const pieces = byLocale(createPieces);

export function findPieces(locale: Locale): Pieces {
  return pieces[locale];
}
