/**
 * Matches the five names of R44 at the end of a word: a CUBOT and an M bot are phones. Contains no lookbehind, which older browsers cannot parse: the
 * browser's entry imports this file.
 */
export const robotNames = /(?:^.?|(?!cu|\bm[ _.-])..)bots?\b|crawl(?:er|ing|\b)|spiders?\b|slurp\b|teoma\b/i;
