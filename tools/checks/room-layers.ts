/** The layers of the project from the bottom up, and the limits of its rooms. Files may import from their own layer and from lower ones. */

export interface Layer {
  name: string;
  /** Matches the paths of its files. A file belongs to the first layer that matches. */
  files: RegExp;
}

/** From the bottom up. docs/architecture.md describes each. */
export const layers: readonly Layer[] = [
  { name: 'base', files: /^base\// },
  { name: 'words of the content', files: /^content\/[^/]+$/ },
  { name: 'content', files: /^content\// },
  {
    name: 'words of the site',
    files: /^site\/(?:i18n|consent|forms|instruments)\/|^site\/(?:route-patterns|document-path|page-payload)\.ts$/,
  },
  { name: 'small pieces, and what a page is', files: /^site\/(?:ui|styles|page|drawings)\// },
  { name: 'islands', files: /^site\/islands\// },
  { name: 'blocks and layout', files: /^site\/(?:blocks|layout)\// },
  { name: 'pages', files: /^site\/pages\// },
  { name: 'the browser', files: /^site\/(?:browser|embed)\// },
  { name: 'the site', files: /^site\// },
  { name: 'people', files: /^accounts\// },
  {
    name: 'settings of the server',
    files: /^server\/(?:config|accounts-config|cdn-config|log|metrics|secret-files)\.ts$/,
  },
  { name: 'rooms of the server', files: /^server\/[^/]+\// },
  { name: 'composition root', files: /^server\// },
  { name: 'tools', files: /^(?:tools|tests)\// },
];

/** Permitted imports that lead up or in a circle. The decision record gives the reason and names the target folder. */
export const permittedArrows: readonly { from: RegExp; to: RegExp; decision: string }[] = [
  {
    from: /^site\/islands\//,
    to: /^site\/browser\//,
    decision: 'docs/decisions/0006-words-shared-by-server-and-browser.md',
  },
];

/** The maximum number of source files directly in one folder, without tests. */
export const maxFiles = 20;

/** Finds the number of a file's layer, from 0; -1 when the file belongs to none. */
export function findLayer(file: string): number {
  return layers.findIndex(({ files }) => files.test(file));
}
