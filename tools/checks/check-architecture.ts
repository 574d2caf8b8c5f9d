/** Checks the imports of the whole project, and the number of files in its folders, against the rules of `architecture.ts`. */
import { posix } from 'node:path';
import { forbidden, type ForbiddenImport, maxFiles, panelFiles, rooms, roots } from './architecture.ts';
import { type ImportGraph, importGraph, testFile } from './import-graph.ts';

/** Finds the room of a file: its name, and its place in the list. */
function findRoom(file: string): { name: string; place: number } | null {
  for (const [place, { name, files }] of rooms.entries()) {
    const match = files.exec(file);
    if (match) return { name: name.replace('*', match[1] ?? '*'), place };
  }
  return null;
}

/** Tells whether a list of names with `*` contains a room. */
function includesRoom(names: string, room: string): boolean {
  return names.split(' ').some((name) => (name.endsWith('*') ? room.startsWith(name.slice(0, -1)) : name === room));
}

/** Finds imports that lead out of a room to one that it does not name, or that is further down in the list. */
function roomFindings(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) => {
    const from = findRoom(file);
    if (!from) return [`${file}: belongs to no room of tools/checks/architecture.ts`];
    return imports.flatMap(({ to, kind }) => {
      const target = kind === 'file' ? findRoom(to) : null;
      if (!target || target.name === from.name) return [];
      if (target.place > from.place) return [`${file} → ${to}: leads up, from ${from.name} to ${target.name}`];
      return includesRoom(rooms[from.place]?.imports ?? '', target.name)
        ? []
        : [`${file} → ${to}: ${from.name} may not import ${target.name}`];
    });
  });
}

/** Finds the shortest path from a node to one that `isAim` accepts; null when there is none. */
function findPath(start: string, next: (node: string) => Iterable<string>, isAim: (node: string) => boolean) {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue)
    for (const to of next(node)) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, node);
      if (isAim(to)) {
        const path = [to];
        for (let step = node; ; step = cameFrom.get(step) ?? start) {
          path.unshift(step);
          if (step === start) return path;
        }
      }
      queue.push(to);
    }
  return null;
}

function forbiddenFindings(
  graph: ImportGraph,
  { name, from, to, except = /(?!)/, reachable }: ForbiddenImport,
): string[] {
  const isAim = (path: string) => to.test(path) && !except.test(path);
  function* next(file: string): Generator<string> {
    for (const { to: target, typeOnly, kind } of graph.get(file) ?? [])
      if (kind !== 'asset' && !(typeOnly && reachable === 'at run time')) yield target;
  }
  return [...graph.keys()]
    .filter((file) => from.test(file) && !(testFile.test(file) && reachable !== 'types included'))
    .flatMap((file) => {
      const paths = reachable
        ? [findPath(file, next, isAim) ?? []]
        : [...next(file)].filter(isAim).map((target) => [file, target]);
      return paths.filter((path) => path.length > 0).map((path) => `${path.join(' → ')}: ${name}`);
    });
}

/**
 * Finds circles of folders. The files of a folder that contains other folders stand for themselves: they are shared by the inner folders or join
 * them (`site/route-patterns.ts` and `site/routes.ts`).
 */
function circleFindings(graph: ImportGraph): string[] {
  const outer = new Set([...graph.keys()].map((file) => posix.dirname(posix.dirname(file))));
  const findNode = (file: string) => (outer.has(posix.dirname(file)) ? file : posix.dirname(file));
  const arrows = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const node = findNode(file);
    const targets = arrows.get(node) ?? new Set();
    arrows.set(node, targets);
    for (const { to, kind } of imports) if (kind === 'file' && findNode(to) !== node) targets.add(findNode(to));
  }
  const reported = new Set<string>();
  return [...arrows.keys()].flatMap((node) => {
    if (reported.has(node)) return [];
    const circle = findPath(
      node,
      (other) => arrows.get(other) ?? [],
      (other) => other === node,
    );
    for (const member of circle ?? []) reported.add(member);
    return circle ? [`circle of folders: ${circle.join(' → ')}`] : [];
  });
}

function folderFindings(files: Iterable<string>): string[] {
  return [...Map.groupBy(files, (file) => posix.dirname(file))].flatMap(([folder, { length }]) =>
    length > maxFiles ? [`${folder}: ${length} source files side by side`] : [],
  );
}

/** @param graph of all imports; tests pass small ones. */
export function judgeArchitecture(graph: ImportGraph): string[] {
  // Tests may import anything.
  const product = new Map([...graph].filter(([file]) => !testFile.test(file)));
  const toTests = [...product].flatMap(([file, imports]) =>
    imports.filter(({ to }) => testFile.test(to)).map(({ to }) => `${file} → ${to}: only tests import tests`),
  );
  const shipped = [...product].filter(([file]) =>
    /^(?:(?:base|content|site|accounts|server)\/|parts\/[^/]+\/(?!tools|tests))/.test(file),
  );
  const toDevelopment = shipped.flatMap(([file, imports]) =>
    imports
      .filter(({ kind, typeOnly }) => kind === 'development-package' && !typeOnly)
      .map(({ to }) => `${file} → ${to}: a package of development is not shipped`),
  );
  return [
    ...roomFindings(product),
    ...forbidden.flatMap((rule) => forbiddenFindings(graph, rule)),
    ...circleFindings(product),
    ...folderFindings(product.keys()),
    ...toTests,
    ...toDevelopment,
  ];
}

/** A check of no files has no findings (trap P10); fewer files than this cannot be the whole project. */
const minModules = 100;

/** @param root the folder of the project. @throws when a source file cannot be parsed. */
export function checkArchitecture(root: string): { modules: number; findings: string[] } {
  const graph = importGraph(root, roots);
  const findings = judgeArchitecture(graph);
  if (graph.size < minModules) findings.push(`only ${graph.size} modules were checked: most of the project is missing`);
  if (![...graph.keys()].some((file) => panelFiles.test(file))) findings.push('the panel of Strapi was not checked');
  return { modules: graph.size, findings };
}
