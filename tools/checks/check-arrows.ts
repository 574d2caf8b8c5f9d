/**
 * Checks the imports between rooms against the rules of `architecture-arrows.ts`, which forbid imports by the patterns of their paths; `reachable`
 * also follows indirect imports.
 */
import { projectRoot } from '../project-root.ts';
import {
  cmsRules,
  type ForbiddenRule,
  panelEntry,
  panelRules,
  type Patterns,
  roomRules,
  rooms,
  runtimeRules,
} from './architecture-arrows.ts';
import { type Import, type ImportGraph, importGraph } from './import-graph.ts';

function matcher(patterns: Patterns | undefined, without: boolean): (path: string) => boolean {
  if (patterns === undefined) return () => without;
  const expressions = [patterns].flat().map((pattern) => new RegExp(pattern));
  return (path) => expressions.some((expression) => expression.test(path));
}

/** Finds the shortest import path from a file to one that `isAim` accepts; null when there is none. */
function findPath(graph: ImportGraph, start: string, isAim: (path: string) => boolean): string[] | null {
  const cameFrom = new Map<string, string>();
  const next = [start];
  for (const file of next) {
    for (const { to } of graph.get(file) ?? []) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      if (isAim(to)) {
        const path = [to];
        for (let step = file; ; step = cameFrom.get(step) ?? start) {
          path.unshift(step);
          if (step === start) return path;
        }
      }
      next.push(to);
    }
  }
  return null;
}

/** @returns each breach as `rule: from → … → to (why)`. */
function findBreaches(graph: ImportGraph, rules: readonly ForbiddenRule[]): string[] {
  return rules.flatMap(({ name, comment, from, to }) => {
    const [isFrom, isNotFrom, isTo, isNotTo] = [
      matcher(from.path, true),
      matcher(from.pathNot, false),
      matcher(to.path, true),
      matcher(to.pathNot, false),
    ];
    // The rules do not cover assets: stylesheets, pictures and lists.
    const forbidden = ({ to: target, kind }: Import) =>
      kind !== 'asset' && isTo(target) && !isNotTo(target) && (to.kinds?.includes(kind) ?? true);
    const breach = (path: string[]) => `${name}: ${path.join(' → ')} (${comment})`;
    return [...graph]
      .filter(([file]) => isFrom(file) && !isNotFrom(file))
      .flatMap(([file, imports]) => {
        const isTarget = to.circular ? (path: string) => path === file : (path: string) => isTo(path) && !isNotTo(path);
        if (to.circular ?? to.reachable) {
          const path = findPath(graph, file, isTarget);
          return path ? [breach(path)] : [];
        }
        return imports.filter(forbidden).map(({ to: target }) => breach([file, target]));
      });
  });
}

/** Removes type-only imports, which do not exist at run time. */
function removeTypeImports(graph: ImportGraph): ImportGraph {
  return new Map([...graph].map(([file, imports]) => [file, imports.filter(({ typeOnly }) => !typeOnly)]));
}

/** A check of no files has no findings (trap P10); fewer files than this cannot be the whole project. */
const minModules = 100;

/** @param baseDir the folder of the project; tests of this check pass a small one. @throws when a source file cannot be parsed. */
export function checkArrows(baseDir = projectRoot): { modules: number; findings: string[] } {
  const graph = importGraph(baseDir, rooms);
  const panel = importGraph(baseDir, ['cms/src']);
  const blind =
    graph.size < minModules ? [`only ${graph.size} modules were checked: most of the project is missing`] : [];
  if (!panel.has(panelEntry)) blind.push(`${panelEntry} is missing: the panel of Strapi was not checked`);
  return {
    modules: graph.size + panel.size,
    findings: [
      ...blind,
      ...findBreaches(graph, roomRules),
      ...findBreaches(removeTypeImports(graph), runtimeRules),
      ...findBreaches(removeTypeImports(panel), panelRules),
      ...findBreaches(importGraph(baseDir, [...rooms, 'cms/src']), cmsRules),
    ],
  };
}
