/** The house from its ground upwards, and the limits of its rooms. Files of a layer may import their own and lower ones. */

export interface Layer {
  name: string;
  /** Of the files that belong to it; the first layer that fits counts. */
  files: RegExp;
}

/** From the bottom. What each is for is in docs/architecture.md. */
export const layers: readonly Layer[] = [
  { name: 'words of the content', files: /^content\/[^/]+$/ },
  { name: 'content', files: /^content\// },
  {
    name: 'words of the site',
    files: /^site\/(?:i18n|consent|forms)\/|^site\/(?:route-patterns|document-path|page-payload)\.ts$/,
  },
  { name: 'small pieces, and what a page is', files: /^site\/(?:ui|styles|page)\// },
  { name: 'islands', files: /^site\/islands\// },
  { name: 'blocks and layout', files: /^site\/(?:blocks|layout)\// },
  { name: 'pages', files: /^site\/pages\// },
  { name: 'the browser', files: /^site\/(?:browser|embed)\// },
  { name: 'the site', files: /^site\// },
  { name: 'people', files: /^accounts\// },
  { name: 'settings of the server', files: /^server\/(?:config|accounts-config|log|metrics|setting-names)\.ts$/ },
  { name: 'rooms of the server', files: /^server\/[^/]+\// },
  { name: 'composition root', files: /^server\// },
  { name: 'tools', files: /^(?:scripts|tests|bench|attack)\// },
];

/** Imports that go up, or around, all the same. The record says why, and names the folder that they lead to. */
export const namedArrows: readonly { from: RegExp; to: RegExp; decision: string }[] = [
  {
    from: /^site\/islands\//,
    to: /^site\/browser\//,
    decision: 'docs/decisions/0006-words-shared-by-server-and-browser.md',
  },
];

/** Source files side by side in one folder; tests are not counted. */
export const mostFiles = 20;

/** The number of a file's layer, from 0; -1 when it belongs to none. */
export function layerOf(file: string): number {
  return layers.findIndex(({ files }) => files.test(file));
}
