/** One decision about consent as it arrives from a browser, checked before it is believed. */
import * as v from 'valibot';
import { locales } from '../../content/locales.ts';

const isoTime = v.pipe(v.string(), v.isoTimestamp());
const identifier = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
const name = v.pipe(v.string(), v.regex(/^\w{1,40}$/));
const names = v.pipe(v.array(name), v.maxLength(20));
/** More services than any site asks consent for; what is stored stays for ever. */
const mostServices = 40;

export const consentDecision = v.object({
  /** Made by the browser once for each decision: a proof that is sent twice is stored once. */
  id: identifier,
  consentId: identifier,
  firstConsentAt: isoTime,
  decidedAt: isoTime,
  categories: names,
  services: v.pipe(
    v.record(name, names),
    v.check((given) => Object.keys(given).length + Object.values(given).flat().length <= mostServices),
  ),
  /** No more than PostgreSQL's `integer` holds. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647)),
  /** SHA-256 of the text that was shown, in hex. */
  textHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  locale: v.picklist(locales),
  /** `form`: the plain form of the cookie page. */
  source: v.picklist(['dialog', 'form']),
});

export type ConsentDecision = v.InferOutput<typeof consentDecision>;
