/** Parses a wire document to a document of the model, or to its problems. Never throws. */
import * as v from 'valibot';
import { type Locale, byLocale, defaultLocale } from '../locales.ts';
import type { DocumentBase, DocumentType, DocumentTypes, Seo } from '../model.ts';
import { accountFeatureKeys } from '../model-values.ts';
import { barsSchema } from './bar-lines.ts';
import { exceptionsSchema, sessionsSchema, zoneSchema } from './calendar-lines.ts';
import { parseBlocks } from './parse-blocks.ts';
import { plainText } from '../plain-text.ts';
import { staticPaths } from '../static-paths.ts';
import { instrumentSchema } from './instrument-schema.ts';
import { layoutSchemas } from './layout-schemas.ts';
import { renderMarkdown } from './markdown.ts';
import { type Problem, problemOfError, toProblems } from '../problem.ts';
import { removeUnsafeLinks } from './safe-links.ts';
import {
  flag,
  isoDate,
  isoDateTime,
  list,
  mediaSchema,
  number,
  orNull,
  pagePath,
  findPieces,
  requiredLongText,
  requiredText,
  searchLines,
  seoSchema,
  slug,
  text,
} from './wire-pieces.ts';

const wordsPerMinute = 220;
/** Characters of an address that redirects, or to which one leads. */
const longestRedirect = 1000;

function isDecodable(address: string): boolean {
  try {
    return decodeURIComponent(address) !== '';
  } catch {
    return false;
  }
}

const staticPages = new Map<string, string>(Object.entries(staticPaths));

/** Pages of advertisements: what they offer ends, so they stay out of search engines unless an editor says otherwise. */
const isCampaign = (path: string | null | undefined) => path?.startsWith('campaign/') ?? false;

type Body<Type extends DocumentType> = Omit<DocumentTypes[Type], keyof DocumentBase | 'slug'>;
/** The result of a type's schema. The blocks of a page are not parsed yet: a second step parses them one by one. */
type WireBody<Type extends DocumentType> = Type extends 'page'
  ? Omit<Body<'page'>, 'blocks' | 'hidden'> & { blocks: unknown[]; hidden: boolean | null }
  : Body<Type>;
type Schemas = { [Type in DocumentType]: v.GenericSchema<unknown, WireBody<Type>> };

function addMinutes<Value extends { body: string }>(value: Value): Value & { minutes: number } {
  return { ...value, minutes: Math.max(1, Math.round(plainText(value.body).split(' ').length / wordsPerMinute)) };
}

function createSchemas(locale: Locale): Schemas {
  const { markdown, requiredMarkdown, inline, cell } = findPieces(locale);
  const ids = list(requiredText);
  const article = {
    title: requiredText,
    summary: requiredText,
    publishedOn: isoDate,
    author: orNull(text),
    category: orNull(text),
    tags: ids,
    image: mediaSchema,
    body: requiredMarkdown,
    seo: seoSchema,
    searchedAs: searchLines,
  };
  const topic = v.object({ name: requiredText, description: requiredText });
  const features = v.object(Object.fromEntries(accountFeatureKeys.map((key) => [key, cell])));
  const position = v.nullish(number, 0);
  return {
    page: v.object({
      title: requiredText,
      hidden: orNull(v.boolean('must be true or false')),
      seo: seoSchema,
      blocks: list(v.unknown()),
      searchedAs: searchLines,
    }),
    'news-article': v.pipe(v.object({ ...article, newsOfTheWeek: flag() }), v.transform(addMinutes)),
    'education-article': v.pipe(v.object({ ...article, level: v.picklist([1, 2, 3]) }), v.transform(addMinutes)),
    tag: topic,
    'news-category': topic,
    'education-category': topic,
    author: v.object({
      name: requiredText,
      role: requiredText,
      description: requiredText,
      bio: markdown,
      photo: mediaSchema,
    }),
    job: v.object({
      title: requiredText,
      location: requiredText,
      department: requiredText,
      employmentType: requiredText,
      postedOn: isoDate,
      validThrough: orNull(isoDate),
      summary: requiredText,
      body: requiredMarkdown,
      searchedAs: searchLines,
    }),
    'glossary-term': v.object({
      term: requiredText,
      definition: requiredMarkdown,
      related: ids,
      searchedAs: searchLines,
    }),
    'faq-group': v.object({ name: requiredText, position }),
    faq: v.object({
      question: requiredText,
      answer: requiredMarkdown,
      group: orNull(text),
      position,
      searchedAs: searchLines,
    }),
    'account-type': v.object({ name: requiredText, tagline: requiredText, position, highlighted: flag(), features }),
    instrument: instrumentSchema(),
    'price-history': v.object({ symbol: requiredText, bars: barsSchema }),
    'instrument-guide': v.object({
      subject: requiredText,
      title: requiredText,
      body: requiredMarkdown,
      priceNote: inline,
      tags: ids,
      terms: ids,
    }),
    'legal-document': v.pipe(
      v.object({
        title: requiredText,
        version: requiredText,
        effectiveOn: isoDate,
        summary: requiredText,
        body: requiredLongText,
        seo: seoSchema,
        searchedAs: searchLines,
      }),
      v.transform(({ body, ...document }) => {
        const rendered = renderMarkdown(body, locale, { numbered: true });
        return { ...document, body: rendered.html, contents: rendered.contents };
      }),
    ),
    redirect: v.pipe(
      v.object({
        // The server first redirects an address with a trailing slash to the one without, so `from` needs none.
        from: v.pipe(
          requiredText,
          v.regex(/^\/(?!\/)/, 'must start with one slash'),
          v.maxLength(longestRedirect, `must have at most ${longestRedirect} characters`),
          v.check(isDecodable, 'cannot be an address: write %25 for a percent sign'),
          v.transform((from) => from.replace(/(?<=[^/])\/+$/, '')),
        ),
        to: v.pipe(
          requiredText,
          v.maxLength(longestRedirect, `must have at most ${longestRedirect} characters`),
          v.regex(/^(?:\/(?!\/)|https?:\/\/)/, 'must be a path or an http address'),
        ),
        permanent: flag(),
        ended: flag(),
      }),
      v.transform((redirect) => ({ ...redirect, slug: redirect.from })),
    ),
    'trading-calendar': v.pipe(
      v.object({
        name: requiredText,
        trades: requiredText,
        translations: list(v.object({ language: requiredText, name: requiredText, trades: requiredText })),
        position,
        zone: zoneSchema,
        sessions: sessionsSchema,
        exceptions: exceptionsSchema,
      }),
      v.transform(({ translations, ...calendar }) => {
        const translation = translations.find(({ language }) => language === locale);
        return { ...calendar, ...(translation ? { name: translation.name, trades: translation.trades } : {}) };
      }),
    ),
    ...layoutSchemas({ markdown, inline }),
  } as unknown as Schemas;
}

const schemas = byLocale(createSchemas);
/** Every document type. */
export const knownTypes = Object.keys(schemas[defaultLocale]) as DocumentType[];
const baseSchema = v.object({
  id: requiredText,
  slug: v.nullish(slug),
  path: v.nullish(pagePath),
  updatedAt: isoDateTime,
  takenDown: flag(),
});
type Base = v.InferOutput<typeof baseSchema>;

/** The address of a document, without that of its kind; that of a page is its whole path. */
function findSlug(type: DocumentType, { id, slug: ownSlug, path }: Base): { slug?: string } {
  if (type === 'page') return { slug: staticPages.get(id) ?? `/${path ?? id}` };
  return sluggableTypes.has(type) ? { slug: ownSlug ?? id } : {};
}

/** Finds missing SEO data. Only pages and `default-seo` need it: articles and legal documents have a title and a summary. But incomplete data is a problem. */
function findSeoProblems(type: DocumentType, wire: unknown, { title, description }: Seo): Problem[] {
  const hasSeo = Boolean((wire as { seo?: unknown }).seo);
  if (!hasSeo && type !== 'page' && type !== 'default-seo') return [];
  return Object.entries({ title, description })
    .filter(([, value]) => value === null)
    .map(([name]) => ({
      kind: 'missing-seo',
      path: `seo.${name}`,
      message:
        type === 'default-seo' ? 'is missing: nothing stands in for it' : 'is missing: the default stands in for it',
    }));
}

/** Types whose addresses end with a word of the document's own. */
const sluggableTypes: ReadonlySet<DocumentType> = new Set([
  'news-article',
  'education-article',
  'tag',
  'news-category',
  'education-category',
  'author',
  'job',
  'glossary-term',
]);

export type ParsedDocument<Type extends DocumentType> =
  /** `problems` is not empty when parts were left out; a replica that has a complete earlier version keeps that one. */
  { ok: true; document: DocumentTypes[Type]; problems: Problem[] } | { ok: false; problems: Problem[] };

/** Parses the stored part of a document that an editor has taken down in its language; null when it is not taken down. */
export function parseTakenDown(
  type: DocumentType,
  wire: unknown,
): { id: string; slug?: string; updatedAt: string } | null {
  // Check the field first: the schema takes a tenth of the time of parsing an instrument, and hardly any document is taken down.
  if (typeof wire !== 'object' || wire === null || !('takenDown' in wire) || !wire.takenDown) return null;
  const base = v.safeParse(baseSchema, wire);
  if (!base.success || !base.output.takenDown) return null;
  const { id, updatedAt } = base.output;
  return { id, updatedAt, ...findSlug(type, base.output) };
}

/** Parses a wire document (the shape of `demo/README.md`) of a type and locale. An error of the parser is a problem of this document alone. */
export function parseDocument<Type extends DocumentType>(
  type: Type,
  locale: Locale,
  input: unknown,
): ParsedDocument<Type> {
  try {
    return parseParts(type, locale, input);
  } catch (error) {
    return { ok: false, problems: [problemOfError(error)] };
  }
}

function parseParts<Type extends DocumentType>(type: Type, locale: Locale, input: unknown): ParsedDocument<Type> {
  const { wire, problems: unsafe } = removeUnsafeLinks(input);
  const base = v.safeParse(baseSchema, wire);
  if (!base.success) return { ok: false, problems: toProblems(base.issues) };
  if (!Object.hasOwn(schemas, locale) || !Object.hasOwn(schemas[locale], type))
    return {
      ok: false,
      problems: [{ kind: 'unknown-type', path: '', message: `the site has no type ${type} in ${locale}` }],
    };
  const body = v.safeParse(schemas[locale][type], wire);
  if (!body.success) return { ok: false, problems: toProblems(body.issues) };
  const { id, updatedAt } = base.output;
  const problems: Problem[] = [...unsafe];
  const output: Record<string, unknown> = { ...body.output };
  if (type === 'page') {
    const parsed = parseBlocks(output['blocks'] as unknown[], locale);
    output['blocks'] = parsed.blocks;
    output['hidden'] ??= isCampaign(base.output.path);
    problems.push(...parsed.problems);
  }
  if ('seo' in output) problems.push(...findSeoProblems(type, wire, output['seo'] as Seo));
  const document = { id, locale, updatedAt, ...findSlug(type, base.output), ...output };
  return { ok: true, document: document as unknown as DocumentTypes[Type], problems };
}
