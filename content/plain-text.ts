/** Inline tags, which no space replaces: otherwise there would be a space before the full stop after a link. */
const inlineTag =
  /<\/?(?:a|abbr|b|cite|code|del|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)(?:\s[^<>]*)?>/g;

/** Converts sanitised HTML to plain text, for descriptions, search and structured data. Keeps no-break spaces between numbers and units. */
export function plainText(html: string): string {
  return html
    .replace(inlineTag, '')
    .replace(/<[^<>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&')
    .replace(/[^\S\u00a0\u202f]+/g, ' ')
    .trim();
}
