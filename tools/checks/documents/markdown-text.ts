/** Reads from Markdown what the checks need: its prose and its anchors. */

/** The text with the contents of code fences removed, because commands and pictures are no references. Keeps line breaks, and so line numbers. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(/^(```+)[\s\S]*?^\1/gm, (fence) => fence.replaceAll(/[^\n]/g, ''));
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** The anchors of a document: those of its headings, and its `<a id="…">`. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll('`', '')),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}
