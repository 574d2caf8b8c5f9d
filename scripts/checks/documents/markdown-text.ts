/** What the checks read of Markdown: its prose and its anchors. */

/** The text with what stands in fences left empty, so that lines keep their numbers: commands and pictures are no references. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(/^(```+)[\s\S]*?^\1/gm, (fence) => fence.replaceAll(/[^\n]/g, ''));
}

/** As GitHub makes them of headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** The anchors of a document: its headings, and what it says with `<a id="…">`. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll('`', '')),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}
