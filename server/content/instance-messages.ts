/** The messages that instances send each other through Valkey. */
import * as v from 'valibot';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import { locales } from '../../content/locales.ts';

const word = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300));
const type = v.picklist(strapiTypes.map((known) => known.type));
const address = { type, id: word, locale: v.picklist(locales) };
const hint = v.union([
  v.strictObject({ type, id: word }),
  v.strictObject({ media: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000)) }),
]);
/** Hints in one message. */
export const mostInMessage = 1000;

/** The message from one region to another. */
export const hintsShape = v.strictObject({ hints: v.pipe(v.array(hint), v.maxLength(mostInMessage)) });

/** Anyone who reaches Valkey can publish here, as can a release with another protocol: the receiver accepts exactly these shapes. */
export const messageShape = v.pipe(
  v.string(),
  v.maxLength(1024 * 1024),
  v.parseJson(),
  v.variant('kind', [
    v.object({ kind: v.literal('hint'), from: word, hints: v.pipe(v.array(hint), v.maxLength(mostInMessage)) }),
    v.object({ kind: v.literal('question'), from: word, id: word, document: v.object(address) }),
    v.object({
      kind: v.literal('answer'),
      from: word,
      id: word,
      version: v.nullable(v.object({ version: word, updatedAt: word, since: word })),
    }),
  ]),
);
export type Message = v.InferOutput<typeof messageShape>;
