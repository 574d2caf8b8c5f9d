/** Schemas of settings that the site and its parts have in common. */
import * as v from 'valibot';

export const httpAddress = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/, 'must be an http or https address without a query'),
  v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
);
export const port = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'must be a number'),
  v.transform(Number),
  v.maxValue(65535, 'must be at most 65535'),
);

/** Long enough that nobody can guess it: a secret allows previews of drafts, or access to metrics. */
export const secret = v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'));

export const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'must be an http or https address'));

export const headerName = v.pipe(v.string(), v.regex(/^[\w-]+$/, 'must be the name of a header'), v.toLowerCase());
