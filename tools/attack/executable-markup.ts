/** Finds markup in a page that a browser would execute, and unexpected elements, where only text of editors belongs. Escaped text is not markup. */
import { type HtmlTag, readTags } from '../checks/html-tags.ts';

/** Attributes that contain an address. */
const addressAttributes = new Set('href src action formaction xlink:href data poster background ping'.split(' '));
/** R34: the only `data:` addresses that an editor may write. */
const dataImage = /^data:image\/(?:gif|png|jpeg|webp);/;
/** Pages contain none of these elements, except for what a visitor requests later. */
const unexpectedElements = /^(?:attack.*|iframe|object|embed|style|base)$/;

function isExecutable({ name, attributes }: HtmlTag): boolean {
  if (unexpectedElements.test(name)) return true;
  return Object.entries(attributes).some(([attribute, value]) => {
    if (attribute.startsWith('on') || attribute === 'srcdoc' || attribute === 'style') return true;
    const address = value.replaceAll(/[\p{C}\s]/gu, '').toLowerCase();
    return (
      addressAttributes.has(attribute) && /^(?:javascript|vbscript|data):/.test(address) && !dataImage.test(address)
    );
  });
}

/** Removes the one style that the site writes into the head (docs/decisions/0019-style-travels-with-the-page.md). */
function removeOwnStyle(page: string): string {
  const start = page.indexOf('<style>');
  const end = page.indexOf('</style>', start);
  if (start === -1 || end > page.indexOf('</head>')) return page;
  return page.slice(0, start) + page.slice(end + '</style>'.length);
}

/** @returns each executable or unexpected start tag with the text around it: 40 characters before, 120 from its start. */
export function findExecutableMarkup(page: string): string[] {
  const html = removeOwnStyle(page);
  return readTags(html)
    .filter(isExecutable)
    .map(({ at }) => html.slice(Math.max(0, at - 40), at + 120));
}
