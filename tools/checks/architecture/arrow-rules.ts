/** Checks the import graph against rules that forbid imports. Rules match paths by pattern; `reachable` also follows indirect imports. */
import type { Import, ImportGraph } from './import-graph.ts';

type Patterns = string | readonly string[];

export interface ForbiddenRule {
  name: string;
  comment: string;
  from: { path?: Patterns; pathNot?: Patterns };
  to: {
    path?: Patterns;
    pathNot?: Patterns;
    /** Forbids indirect imports too. */
    reachable?: true;
    /** Forbids imports that lead back to the file itself. */
    circular?: true;
    kinds?: readonly Import['kind'][];
  };
}

function matcher(patterns: Patterns | undefined, without: boolean): (path: string) => boolean {
  if (patterns === undefined) return () => without;
  const expressions = [patterns].flat().map((pattern) => new RegExp(pattern));
  return (path) => expressions.some((expression) => expression.test(path));
}

/** The shortest import path from a file to one that `isAim` accepts; null when there is none. */
function wayTo(graph: ImportGraph, start: string, isAim: (path: string) => boolean): string[] | null {
  const cameFrom = new Map<string, string>();
  const next = [start];
  for (const file of next) {
    for (const { to } of graph.get(file) ?? []) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      if (isAim(to)) {
        const way = [to];
        for (let step = file; ; step = cameFrom.get(step) ?? start) {
          way.unshift(step);
          if (step === start) return way;
        }
      }
      next.push(to);
    }
  }
  return null;
}

/** @returns each breach as `rule: from → … → to (why)`. */
export function breachesOf(graph: ImportGraph, rules: readonly ForbiddenRule[]): string[] {
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
    const breach = (way: string[]) => `${name}: ${way.join(' → ')} (${comment})`;
    return [...graph]
      .filter(([file]) => isFrom(file) && !isNotFrom(file))
      .flatMap(([file, imports]) => {
        const aim = to.circular ? (path: string) => path === file : (path: string) => isTo(path) && !isNotTo(path);
        if (to.circular ?? to.reachable) {
          const way = wayTo(graph, file, aim);
          return way ? [breach(way)] : [];
        }
        return imports.filter(forbidden).map(({ to: target }) => breach([file, target]));
      });
  });
}

/** The graph without type-only imports, as it is at run time. */
export function withoutTypes(graph: ImportGraph): ImportGraph {
  return new Map([...graph].map(([file, imports]) => [file, imports.filter(({ typeOnly }) => !typeOnly)]));
}
