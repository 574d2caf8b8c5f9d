/** The words that a visitor reads on a page, one line for each block. */

const hidden = 'script, style, template, noscript, svg';
const blocks =
  'address, article, aside, blockquote, br, button, dd, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, label, li, main, nav, ol, option, p, section, summary, table, td, th, tr, ul';

export function readVisibleText(html: string): { title: string; words: string } {
  // Such a document runs no script and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(hidden)) element.remove();
  for (const element of page.body.querySelectorAll(blocks)) element.after('\n');
  for (const element of page.body.querySelectorAll(blocks)) element.before('\n');
  const words = (page.body.textContent ?? '').replaceAll(/[^\S\n]+/g, ' ').replaceAll(/\s*\n\s*/g, '\n');
  return { title: page.title, words: words.trim() };
}
