/** The graph of imports, room by room. A room is a folder with the source files that lie in it side by side; a folder within it is a room of its own. */
import { posix } from 'node:path';
import { type ImportGraph, testFile } from './import-graph.ts';

export interface Arrow {
  /** How many imports it stands for. */
  imports: number;
  /** Nothing of it is left at run time. */
  typeOnly: boolean;
}

/** From → to. Every node is there, also one without arrows. */
export type Arrows = Map<string, Map<string, Arrow>>;

/** An import of a file of the project by another. Imports of tests count for nothing: a test may look around. */
export interface Step {
  from: string;
  to: string;
  typeOnly: boolean;
}

export function stepsOf(graph: ImportGraph): Step[] {
  return [...graph].flatMap(([from, imports]) =>
    testFile.test(from)
      ? []
      : imports.filter(({ kind }) => kind === 'file').map(({ to, typeOnly }) => ({ from, to, typeOnly })),
  );
}

/** @param nodeOf what a file belongs to; null leaves it out. */
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
    const own = arrows.get(node);
    const { imports = 0, typeOnly: before = true } = own?.get(other) ?? {};
    own?.set(other, { imports: imports + 1, typeOnly: before && typeOnly });
  }
  return arrows;
}

/** What can be reached from each node, by as many steps as it takes, but at least one. */
export function reachOf(arrows: Arrows): Map<string, Set<string>> {
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

/** Groups of nodes that each lead to each other. */
export function circlesOf(arrows: Arrows): string[][] {
  const reach = reachOf(arrows);
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

/** Rooms in the order of their names. */
export function roomsOf(graph: ImportGraph): Room[] {
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
 * What circles are looked for between: rooms, and the single files of a room that has rooms within. Such files are what its rooms share or what joins
 * them (`site/route-patterns.ts` and `site/routes.ts`); taken together they would make a circle of every house.
 */
export function circleNode(rooms: readonly Room[]): (file: string) => string {
  const outer = new Set(
    rooms.flatMap(({ name }) => (rooms.some((other) => other.name.startsWith(`${name}/`)) ? [name] : [])),
  );
  return (file) => (outer.has(posix.dirname(file)) ? file : posix.dirname(file));
}
