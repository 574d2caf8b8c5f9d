/** Draws the picture in docs/architecture.md from the imports: every room of the project in its layer, and the arrows between them. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { rooms as roots } from './architecture-arrows.ts';
import { type ImportGraph, importGraph } from './import-graph.ts';
import { type Arrows, arrowsBetween, findReachable, listSteps } from './room-graph.ts';
import { findLayer, layers } from './room-layers.ts';

export const pictureFile = 'docs/architecture.md';
const [opening, closing] = ['<!-- picture: npm run rooms -- draw -->', '<!-- /picture -->'];
/** The layer of the tools, which the picture leaves out: they import all that they check, and their arrows would hide the others. */
const tools = layers.length - 1;

/** Finds the node of a file in the picture: its folder, two levels deep. Files directly in a top folder share a node with those of the same layer. */
function findNode(file: string): string | null {
  const layer = findLayer(file);
  if (layer < 0 || layer === tools) return null;
  const [room = '', folder = '', ...more] = file.split('/');
  if (room === 'accounts') return 'accounts';
  return more.length > 0 ? `${room}/${folder}` : `${room} ${layer}`;
}

/** Removes arrows that others imply: when A leads to B and B to C, the picture does not need A to C. */
export function removeImplied(arrows: Arrows): [from: string, to: string, typeOnly: boolean][] {
  const reach = findReachable(arrows);
  const inCircle = (one: string, other: string) =>
    (reach.get(one)?.has(other) ?? false) && (reach.get(other)?.has(one) ?? false);
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter(
        ([to]) =>
          inCircle(from, to) ||
          ![...targets.keys()].some(
            (between) =>
              between !== to && !inCircle(between, from) && !inCircle(between, to) && reach.get(between)?.has(to),
          ),
      )
      .map(([to, { typeOnly }]): [string, string, boolean] => [from, to, typeOnly]),
  );
}

/** The id of a node in Mermaid. */
const formatId = (node: string) => node.replaceAll(/\W/g, '_');

/** @returns a flowchart for Mermaid. */
export function drawPicture(graph: ImportGraph): string {
  const files = [...graph.keys()].filter((file) => !/\.test\.tsx?$/.test(file));
  const arrows = arrowsBetween(files, listSteps(graph), findNode);
  const formatLabel = (node: string) => {
    const nodeFiles = files.filter((file) => findNode(file) === node);
    if (!node.includes(' ')) return `${node}/`;
    const names = nodeFiles.map((file) => posix.basename(file).replace(/\.tsx?$/, ''));
    return `${node.split(' ', 1)[0]}/<br>${names.length > 8 ? `${names.length} files` : names.join('<br>')}`;
  };
  const lines = ['flowchart TB'];
  for (const [number, { name }] of [...layers.entries()].toReversed()) {
    const nodes = [...arrows.keys()]
      .filter((node) => files.some((file) => findNode(file) === node && findLayer(file) === number))
      .sort();
    if (nodes.length === 0) continue;
    lines.push(
      `  subgraph layer${number}["${name}"]`,
      ...nodes.map((node) => `    ${formatId(node)}["${formatLabel(node)}"]`),
      '  end',
    );
  }
  const shown = removeImplied(arrows).map(
    ([from, to, typeOnly]) => `  ${formatId(from)} ${typeOnly ? '-.->' : '-->'} ${formatId(to)}`,
  );
  return [...lines, ...shown.sort()].join('\n');
}

/** Replaces the picture in the document. @throws when the document has no markers for it. */
export function replacePicture(document: string, picture: string): string {
  const [start, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`${pictureFile} has no “${opening}” and “${closing}” after it`);
  return `${document.slice(0, start)}${opening}\n\`\`\`mermaid\n${picture}\n\`\`\`\n${document.slice(end)}`;
}

/** Reports a picture that no longer matches the code. @param root the folder of the project. */
export function pictureFindings(root: string): string[] {
  const document = readFileSync(join(root, pictureFile), 'utf8');
  return replacePicture(document, drawPicture(importGraph(root, roots))) === document
    ? []
    : [`${pictureFile}: the picture does not match the code; \`npm run rooms -- draw\` draws it`];
}
