/** The texts of the site, one file per language. A language that is missing, or lacks a key of English, does not compile (see `translate.ts`). */
export { default as en } from './messages/en.json' with { type: 'json' };
export { default as es } from './messages/es.json' with { type: 'json' };
export { default as it } from './messages/it.json' with { type: 'json' };
