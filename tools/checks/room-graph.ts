/** Groups the import graph by room. A room is a folder with the source files directly in it; each of its subfolders is a room of its own. */
import { posix } from 'node:path';
import { type ImportGraph, testFile } from './import-graph.ts';

export interface Arrow {
  /** The number of imports that it represents. */
  imports: number;
  /** True when all of them are type-only. */
  typeOnly: boolean;
}

/** From → to. Contains every node, also those without arrows. */
export type Arrows = Map<string, Map<string, Arrow>>;

/** An import of one project file by another. Excludes imports in tests, which may import anything. */
export interface Step {
  from: string;
  to: string;
  typeOnly: boolean;
}

export function listSteps(graph: ImportGraph): Step[] {
  return [...graph].flatMap(([from, imports]) =>
    testFile.test(from)
      ? []
      : imports.filter(({ kind }) => kind === 'file').map(({ to, typeOnly }) => ({ from, to, typeOnly })),
  );
}

/** @param nodeOf the node of a file; null excludes the file. */
export function arrowsBetween(
  files: Iterable<string>,
  steps: readonly Step[],
  nodeOf: (file: string) => string | null,
): Arrows {
  const arrows: Arrows = new Map();
  for (const file of files) {
    const node = nodeOf(file);
    if (node !== null && !arrows.has(node)) arrows.set(node, new Map());
  }
  for (const { from, to, typeOnly } of steps) {
    const [node, other] = [nodeOf(from), nodeOf(to)];
    if (node === null || other === null || node === other) continue;
    const fromNode = arrows.get(node);
    const { imports = 0, typeOnly: allTypes = true } = fromNode?.get(other) ?? {};
    fromNode?.set(other, { imports: imports + 1, typeOnly: allTypes && typeOnly });
  }
  return arrows;
}

/** Finds the nodes that each node reaches in one or more steps; a node on a circle reaches itself. */
export function findReachable(arrows: Arrows): Map<string, Set<string>> {
  return new Map(
    [...arrows.keys()].map((start) => {
      const reached = new Set<string>();
      const next = [start];
      for (const node of next) {
        for (const to of arrows.get(node)?.keys() ?? []) {
          if (reached.has(to)) continue;
          reached.add(to);
          next.push(to);
        }
      }
      return [start, reached];
    }),
  );
}

/** Finds groups of nodes that all reach each other. */
export function findCircles(arrows: Arrows): string[][] {
  const reach = findReachable(arrows);
  const circles: string[][] = [];
  const seen = new Set<string>();
  for (const [node, reached] of reach) {
    if (seen.has(node) || !reached.has(node)) continue;
    const circle = [...reached].filter((other) => reach.get(other)?.has(node)).sort();
    for (const member of circle) seen.add(member);
    circles.push(circle);
  }
  return circles;
}

export interface Room {
  name: string;
  /** Source files without their tests. */
  files: string[];
  tests: number;
}

/** Lists all rooms, sorted by name. */
export function listRooms(graph: ImportGraph): Room[] {
  const rooms = new Map<string, Room>();
  for (const file of graph.keys()) {
    const name = posix.dirname(file);
    const room = rooms.get(name) ?? { name, files: [], tests: 0 };
    rooms.set(name, room);
    if (testFile.test(file)) room.tests += 1;
    else room.files.push(file);
  }
  return [...rooms.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Maps a file to the node for the search for circles: its room or, when the room contains other rooms, the file itself. Such files are shared by the
 * inner rooms or join them (`site/route-patterns.ts` and `site/routes.ts`); taken as one node, they would always form a circle with the inner rooms.
 */
export function circleNode(rooms: readonly Room[]): (file: string) => string {
  const outer = new Set(
    rooms.flatMap(({ name }) => (rooms.some((other) => other.name.startsWith(`${name}/`)) ? [name] : [])),
  );
  return (file) => (outer.has(posix.dirname(file)) ? file : posix.dirname(file));
}
