/** Checks the imports between rooms against the rules of `architecture-arrows.ts`. */
import { roomRules, rooms, runtimeRules } from './architecture-arrows.ts';
import { breachesOf, withoutTypes } from './arrow-rules.ts';
import { importGraph } from './import-graph.ts';
import { projectRoot } from '../../project-root.ts';

/** A check that sees no files finds nothing wrong (trap P10); fewer files than this cannot be the whole project. */
const fewestModules = 100;

export interface ArrowReport {
  modules: number;
  findings: string[];
}

/** @param baseDir the folder of the project; tests of this check pass a small one. @throws when a source file cannot be parsed. */
export function checkArrows(baseDir = projectRoot): ArrowReport {
  const graph = importGraph(baseDir, rooms);
  const blind = graph.size < fewestModules ? [`only ${graph.size} modules were looked at: the check is blind`] : [];
  return {
    modules: graph.size,
    findings: [...blind, ...breachesOf(graph, roomRules), ...breachesOf(withoutTypes(graph), runtimeRules)],
  };
}
