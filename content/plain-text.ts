/** Tags inside a sentence: no space stands for them, or a full stop after a link would stand apart from it. */
const withinText =
  /<\/?(?:a|abbr|b|cite|code|del|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)(?:\s[^<>]*)?>/g;

/** Plain text of sanitised HTML, for descriptions, search and structured data. A number and its unit stay together. */
export function plainText(html: string): string {
  return html
    .replace(withinText, '')
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
