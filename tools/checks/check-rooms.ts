/** Checks the rooms of the project: no circles, no import of a higher layer unless a decision names it, no folder with too many files. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms as roots } from './architecture-arrows.ts';
import { type ImportGraph, importGraph } from './import-graph.ts';
import { type Arrows, type Step, arrowsBetween, circleNode, findCircles, listRooms, listSteps } from './room-graph.ts';
import { findLayer, layers, maxFiles, permittedArrows } from './room-layers.ts';

/** Lists the arrows within a circle, those with the fewest imports first, because they are the easiest to remove. */
function arrowsWithin(circle: readonly string[], arrows: Arrows): string {
  return circle
    .flatMap((from) =>
      [...(arrows.get(from) ?? [])]
        .filter(([to]) => circle.includes(to))
        .map(([to, { imports, typeOnly }]) => ({ from, to, imports, typeOnly })),
    )
    .sort((one, other) => one.imports - other.imports)
    .map(({ from, to, imports, typeOnly }) => `${from} → ${to} (${imports}${typeOnly ? ', types only' : ''})`)
    .join(', ');
}

function upwardFindings(steps: readonly Step[]): string[] {
  return steps.flatMap(({ from, to, typeOnly }) => {
    const [low, high] = [findLayer(from), findLayer(to)];
    if (low < 0) return [`${from}: belongs to no layer`];
    return high > low
      ? [
          `up: ${from} → ${to}${typeOnly ? ' (types only)' : ''}: from “${layers[low]?.name}” to “${layers[high]?.name}”, and no decision names it`,
        ]
      : [];
  });
}

/** Checks the decisions that permit upward imports: each must exist, mention the target folder, and still be needed. */
function decisionFindings(root: string, all: readonly Step[]): string[] {
  return permittedArrows.flatMap(({ from, to, decision }) => {
    const record = existsSync(join(root, decision)) ? readFileSync(join(root, decision), 'utf8') : null;
    const folder = to.source.replaceAll(/[\\^]/g, '');
    if (!record?.includes(folder))
      return [`${decision}: ${record === null ? 'does not exist' : `does not speak of ${folder}`}`];
    return all.some((step) => from.test(step.from) && to.test(step.to))
      ? []
      : [`${decision}: names an arrow to ${folder} that is not there`];
  });
}

/** @param graph of all imports; tests pass small ones. @param root the folder to which the paths of the decisions are relative. */
export function judgeRooms(graph: ImportGraph, root: string) {
  const rooms = listRooms(graph);
  const all = listSteps(graph);
  const steps = all.filter(
    ({ from, to }) => !permittedArrows.some((named) => named.from.test(from) && named.to.test(to)),
  );
  const roomArrows = arrowsBetween(graph.keys(), steps, circleNode(rooms));
  const circles = findCircles(roomArrows);
  return {
    rooms,
    circles,
    // Between folders.
    arrows: arrowsBetween(graph.keys(), all, (file) => file.slice(0, file.lastIndexOf('/'))),
    findings: [
      ...rooms
        .filter(({ files }) => files.length > maxFiles)
        .map(({ name, files }) => `${name}: ${files.length} source files side by side, more than ${maxFiles}`),
      ...circles.map((circle) => `circle of ${circle.join(', ')}: ${arrowsWithin(circle, roomArrows)}`),
      ...upwardFindings(steps),
      ...decisionFindings(root, all),
    ],
  };
}

/** @param root the folder of the project. @throws when a source file cannot be parsed. */
export function checkRooms(root: string): ReturnType<typeof judgeRooms> {
  return judgeRooms(importGraph(root, roots), root);
}
