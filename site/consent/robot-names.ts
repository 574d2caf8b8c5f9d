/**
 * The five names of R44, as whole ends of words: a CUBOT and an M bot are phones. Without a lookbehind, which older browsers cannot read: the
 * browser's entry imports this file.
 */
export const robotNames = /(?:^.?|(?!cu|\bm[ _.-])..)bots?\b|crawl(?:er|ing|\b)|spiders?\b|slurp\b|teoma\b/i;
