/** Parses the blocks of a page. A block that fails is reported and left out; the others stay. */
import * as v from 'valibot';
import { type Locale, byLocale, defaultLocale } from '../locales.ts';
import { accountFeatureKeys } from '../model-values.ts';
import { type Block, type KnownBlock, productViews, screenSizes } from '../model-blocks.ts';
import { diagramFields, findDiagramProblem } from './diagram-schema.ts';
import {
  findFormProblem,
  formDestinations,
  formFieldKinds,
  formNamePattern,
  reservedFieldNames,
} from '../model-forms.ts';
import { createAnchors } from './markdown.ts';
import {
  type Pieces,
  actionsSchema,
  flag,
  iconSchema,
  imageLinksSchema,
  linkSchema,
  list,
  mediaSchema,
  orNull,
  findPieces,
  requiredMediaSchema,
  requiredText,
  searchLines,
  text,
} from './wire-pieces.ts';
import { type Problem, toProblems } from '../problem.ts';

type Schemas = {
  [Name in KnownBlock['component']]: v.GenericSchema<
    unknown,
    Omit<Extract<KnownBlock, { component: Name }>, 'component' | 'id'>
  >;
};

/** A variant of a block; the first one is the default. */
function pickOne<First extends string, Other extends string>(first: First, ...others: Other[]) {
  return v.nullish(v.picklist([first, ...others]), first);
}

/** A list of one or more entries, with distinct values of a field. */
function createDistinctList<Item extends object>(field: keyof Item & string, item: v.GenericSchema<unknown, Item>) {
  return v.pipe(
    list(item),
    v.minLength(1, 'must not be empty'),
    v.check((all) => new Set(all.map((one) => one[field])).size === all.length, `must have each ${field} only once`),
  );
}

const formName = v.pipe(requiredText, v.regex(formNamePattern, 'must have small letters, digits and hyphens only'));

function createSchemas({ markdown, requiredMarkdown, inline, cell, cells, table }: Pieces): Schemas {
  const section = {
    heading: orNull(text),
    text: orNull(markdown),
    tone: v.nullish(v.picklist(['plain', 'band', 'dark']), 'plain'),
  };
  const link = v.nullish(linkSchema, null);
  const question = v.object({ question: requiredText, answer: requiredMarkdown });
  const voice = { quote: inline, name: requiredText, role: orNull(text) };
  const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
  const platforms = createDistinctList(
    'view',
    v.object({
      view: v.picklist(productViews),
      alt: requiredText,
      pictures: createDistinctList(
        'size',
        v.object({ size: pickOne(...screenSizes), light: requiredMediaSchema, dark: mediaSchema }),
      ),
      callouts: list(
        v.object({ title: requiredText, text: inline, from: v.nullish(v.picklist(screenSizes), 'narrow') }),
      ),
    }),
  );
  return {
    'blocks.hero': v.object({
      eyebrow: orNull(text),
      heading: requiredText,
      text: orNull(markdown),
      actions: actionsSchema,
      note: orNull(inline),
      table: v.nullish(table, null),
      image: mediaSchema,
    }),
    'blocks.rich-text': v.object({ ...section, variant: pickOne('text', 'quiet'), body: requiredMarkdown }),
    'blocks.feature-list': v.object({
      ...section,
      items: list(v.object({ icon: iconSchema, title: requiredText, text: inline, link })),
    }),
    'blocks.steps': v.object({
      ...section,
      variant: pickOne('column', 'row'),
      items: list(v.object({ title: requiredText, text: inline })),
      actions: actionsSchema,
    }),
    'blocks.account-types': v.object({
      ...section,
      variant: v.picklist(['cards', 'table']),
      features: list(v.picklist(accountFeatureKeys)),
      note: orNull(markdown),
    }),
    'blocks.comparison-table': v.pipe(
      v.object({
        ...section,
        caption: requiredText,
        note: orNull(inline),
        columns: v.array(v.object({ name: requiredText, note: orNull(text), highlighted: flag() })),
        rows: v.array(v.object({ label: requiredText, hint: orNull(text), values: cells })),
      }),
      v.check(
        (block) => block.rows.every((row) => row.values.length === block.columns.length),
        'every row must have one value a column',
      ),
    ),
    'blocks.data-table': v.pipe(
      v.looseObject({ ...section }),
      v.transform((block) => ({
        ...block,
        table: {
          caption: block['caption'],
          columns: block['columns'],
          instruments: block['instruments'],
          rows: block['rows'],
          note: block['note'],
        },
      })),
      v.object({ heading: v.any(), text: v.any(), tone: v.any(), table }),
    ),
    'blocks.worked-example': v.object({
      ...section,
      lines: list(v.object({ label: requiredText, value: requiredText, sum: flag() })),
      result: v.object({
        label: requiredText,
        value: requiredText,
        tone: v.nullish(v.picklist(['gain', 'loss', 'neutral']), 'neutral'),
      }),
      note: orNull(inline),
      instrument: orNull(text),
    }),
    'blocks.figure': v.object({ ...section, image: mediaSchema, caption: orNull(inline) }),
    'blocks.quote': v.object({ ...section, ...voice, more: list(v.object(voice)) }),
    'blocks.faq': v.object({ ...section, group: orNull(text), items: list(question), limit: orNull(positive), link }),
    'blocks.call-to-action': v.object({ ...section, actions: actionsSchema }),
    'blocks.card-list': v.object({
      ...section,
      cards: list(v.object({ title: requiredText, text: inline, link, image: mediaSchema, meta: orNull(text) })),
    }),
    'blocks.stats': v.object({
      ...section,
      variant: pickOne('row', 'wall'),
      items: list(
        v.object({
          value: v.pipe(cell, v.transform(String)),
          label: requiredText,
          note: orNull(text),
          link,
          instrument: orNull(text),
        }),
      ),
    }),
    'blocks.download-badges': v.object({ ...section, items: imageLinksSchema }),
    'blocks.article-list': v.object({
      ...section,
      kind: v.picklist(['news', 'education']),
      category: orNull(text),
      limit: v.nullish(positive, 3),
      link,
    }),
    'blocks.embed': v.object({
      ...section,
      provider: v.picklist(['youtube']),
      videoId: v.pipe(requiredText, v.regex(/^[\w-]{6,20}$/, 'must be a video id')),
      title: requiredText,
      poster: mediaSchema,
      consentText: requiredText,
    }),
    'blocks.risk-notice': v.object({ ...section, text: requiredMarkdown }),
    'blocks.product': v.object({ ...section, platforms, note: orNull(inline) }),
    'blocks.diagram': v.pipe(
      v.object({ ...section, ...diagramFields, note: orNull(inline) }),
      v.check(
        (block) => findDiagramProblem(block) === null,
        ({ input }) => findDiagramProblem(input) ?? '',
      ),
    ),
    'blocks.form': v.pipe(
      v.object({
        ...section,
        heading: requiredText,
        tone: pickOne('plain', 'band'),
        name: formName,
        destination: v.picklist(formDestinations),
        fields: list(
          v.pipe(
            v.object({
              kind: v.picklist(formFieldKinds),
              name: v.pipe(formName, v.notValues(reservedFieldNames, 'must be another name')),
              label: orNull(text),
              hint: orNull(text),
              message: orNull(text),
              required: v.nullish(v.boolean(), true),
              choices: searchLines,
              consent: orNull(inline),
            }),
            v.transform(({ name, ...field }) => ({ key: name, ...field })),
          ),
        ),
        button: orNull(text),
        sentHeading: orNull(text),
        sentText: orNull(markdown),
        link: orNull(v.pipe(text, v.regex(/^\/(?!\/)[\w./-]*$/, 'must be the path of a page'))),
      }),
      v.transform(({ name, link: nextPage, ...block }) => ({ key: name, nextPage, ...block })),
      v.check(
        (block) => findFormProblem(block) === null,
        ({ input }) => findFormProblem(input) ?? '',
      ),
    ),
  };
}

const schemas = byLocale((locale) => createSchemas(findPieces(locale)));

function isKnown(name: string): name is KnownBlock['component'] {
  return Object.hasOwn(schemas[defaultLocale], name);
}

/** Parses the blocks of a page. `problems` names each block that was left out or is unknown. */
export function parseBlocks(wire: unknown[], locale: Locale): { blocks: Block[]; problems: Problem[] } {
  const anchor = createAnchors();
  const blocks: Block[] = [];
  const problems: Problem[] = [];
  wire.forEach((entry, index) => {
    const path = `blocks.${index}`;
    const name = typeof entry === 'object' && entry !== null && '__component' in entry ? String(entry.__component) : '';
    if (!isKnown(name)) {
      problems.push({ kind: 'unknown-block', path, message: `the site has no block named ${JSON.stringify(name)}` });
      blocks.push({ component: 'unknown', id: anchor(`block-${index + 1}`), name });
      return;
    }
    const parsed = v.safeParse(schemas[locale][name], entry);
    if (!parsed.success) {
      problems.push(...toProblems(parsed.issues, `${path} (${name})`));
      return;
    }
    const heading = 'heading' in parsed.output ? parsed.output.heading : null;
    blocks.push({ component: name, id: anchor(heading ?? `block-${index + 1}`), ...parsed.output } as KnownBlock);
  });
  return { blocks, problems };
}
