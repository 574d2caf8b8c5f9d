/** Judges the graph of imports by rules that say what may not import what. Rules are patterns of paths; `reachable` follows imports as far as they go. */
import type { Import, ImportGraph } from './import-graph.ts';

type Patterns = string | readonly string[];

export interface ForbiddenRule {
  name: string;
  comment: string;
  from: { path?: Patterns; pathNot?: Patterns };
  to: {
    path?: Patterns;
    pathNot?: Patterns;
    /** Whatever lies between. */
    reachable?: true;
    /** Back to where it began. */
    circular?: true;
    kinds?: readonly Import['kind'][];
  };
}

function matcher(patterns: Patterns | undefined, without: boolean): (path: string) => boolean {
  if (patterns === undefined) return () => without;
  const expressions = [patterns].flat().map((pattern) => new RegExp(pattern));
  return (path) => expressions.some((expression) => expression.test(path));
}

/** The shortest way from a file to an import that `isAim` accepts; null when there is none. */
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
    // Stylesheets, pictures and lists belong to nobody's arrows.
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

/** What is left of the graph at run time. */
export function withoutTypes(graph: ImportGraph): ImportGraph {
  return new Map([...graph].map(([file, imports]) => [file, imports.filter(({ typeOnly }) => !typeOnly)]));
}
