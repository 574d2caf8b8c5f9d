/** The messages that instances send each other through Valkey. */
import * as v from 'valibot';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import { locales } from '../../content/locales.ts';

const shortText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300));
const type = v.picklist(strapiTypes.map((strapiType) => strapiType.type));
const address = { type, id: shortText, locale: v.picklist(locales) };
const hint = v.union([
  v.strictObject({ type, id: shortText }),
  v.strictObject({ media: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000)) }),
]);
/** The largest number of hints in one message. */
export const maxHintsInMessage = 1000;

/** The receiver accepts exactly these shapes: anyone who reaches Valkey can publish here, and so can a release with another protocol. */
export const messageShape = v.pipe(
  v.string(),
  v.maxLength(1024 * 1024),
  v.parseJson(),
  v.variant('kind', [
    v.object({
      kind: v.literal('hint'),
      from: shortText,
      hints: v.pipe(v.array(hint), v.maxLength(maxHintsInMessage)),
    }),
    v.object({ kind: v.literal('question'), from: shortText, id: shortText, document: v.object(address) }),
    v.object({
      kind: v.literal('answer'),
      from: shortText,
      id: shortText,
      version: v.nullable(v.object({ version: shortText, updatedAt: shortText, since: shortText })),
    }),
  ]),
);
export type Message = v.InferOutput<typeof messageShape>;
