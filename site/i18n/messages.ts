/** The words of the site, one file a language. One that is not here, or lacks a key of the English one, does not compile (see `translate.ts`). */
export { default as en } from './messages/en.json' with { type: 'json' };
export { default as es } from './messages/es.json' with { type: 'json' };
export { default as it } from './messages/it.json' with { type: 'json' };
