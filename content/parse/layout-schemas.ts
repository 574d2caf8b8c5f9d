/**
 * The documents of header, footer and head. Their texts have two forms: HTML for the site's pages, and Markdown as written for the public
 * endpoints (R31).
 */
import * as v from 'valibot';
import type { DocumentBase, DocumentTypes } from '../model.ts';
import type { Html } from '../model-values.ts';
import { removeUnsafeLinks } from './safe-links.ts';
import {
  contactLinksSchema,
  iconSchema,
  imageLinksSchema,
  linksSchema,
  list,
  longText,
  mediaListSchema,
  mediaSchema,
  number,
  orNull,
  requiredText,
  searchLines,
  seoSchema,
  text,
} from './wire-pieces.ts';

/** The schemas for a Markdown text and for one line of Markdown: they render it, or leave it as written. */
interface TextPieces<Text extends string> {
  markdown: v.GenericSchema<unknown, Text>;
  inline: v.GenericSchema<unknown, Text>;
}

export function layoutSchemas<Text extends string>({ markdown, inline }: TextPieces<Text>) {
  return {
    'header-nav-item': v.object({
      name: requiredText,
      text: orNull(inline),
      menuPosition: v.nullish(number, 0),
      content: v.pipe(
        list(
          v.variant('__component', [
            v.object({ __component: v.literal('header.nav-group'), links: linksSchema }),
            v.object({
              __component: v.literal('header.nav-column'),
              name: inline,
              icon: iconSchema,
              links: linksSchema,
            }),
          ]),
        ),
        v.transform((blocks) =>
          blocks.map(({ __component, ...block }, index) => ({
            component: __component,
            id: String(index + 1),
            ...block,
          })),
        ),
      ),
    }),
    'footer-links': v.object({
      position: v.nullish(number, 0),
      linkGroups: list(v.object({ name: requiredText, links: linksSchema })),
    }),
    header: v.object({ loginButtonText: requiredText, signupButtonText: requiredText }),
    footer: v.object({
      downloads: imageLinksSchema,
      contact: v.nullish(v.object({ name: requiredText, links: contactLinksSchema }), null),
      socialsTitle: orNull(text),
      socialsItems: imageLinksSchema,
      additionalLinks: linksSchema,
      text: markdown,
      paymentMethodsItems: mediaListSchema,
    }),
    'common-datum': v.object({
      siteName: requiredText,
      legalName: requiredText,
      licence: requiredText,
      address: requiredText,
      email: requiredText,
      phone: requiredText,
      logoColored: mediaSchema,
      logoWhite: mediaSchema,
      riskWarning: inline,
      synonyms: searchLines,
    }),
    'default-seo': v.object({ seo: seoSchema }),
    'interface-word-set': v.object({ words: list(v.object({ message: requiredText, text: requiredText })) }),
  };
}

export type LayoutType = keyof ReturnType<typeof layoutSchemas>;

/** A document with Markdown in the place of HTML. */
type Written<Value> = Value extends Html
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Written<Value[Key]> }
    : Value;

type WrittenDocument<Type extends LayoutType> = Written<Omit<DocumentTypes[Type], keyof DocumentBase>> & object;

const schemas = layoutSchemas({ markdown: longText, inline: text });

/** Parses a wire document, but leaves its texts in Markdown. @returns null when it does not fit its type. */
export function writtenDocument<Type extends LayoutType>(type: Type, wire: unknown): WrittenDocument<Type> | null {
  const parsed = v.safeParse(schemas[type], removeUnsafeLinks(wire).wire);
  return parsed.success ? (parsed.output as unknown as WrittenDocument<Type>) : null;
}
