/** Checks the architecture's arrows. @returns what is wrong, one sentence a finding. */
import { roomRules, rooms, runtimeRules } from './architecture-arrows.ts';
import { breachesOf, withoutTypes } from './arrow-rules.ts';
import { importGraph } from './import-graph.ts';
import { projectRoot } from '../../project-root.ts';

/** A check that sees nothing finds nothing wrong (trap P10); so few files cannot be the whole project. */
const fewestModules = 100;

export interface ArrowReport {
  modules: number;
  findings: string[];
}

/** @param baseDir the project; tests of this check give a small one of their own. */
export function checkArrows(baseDir = projectRoot): ArrowReport {
  const graph = importGraph(baseDir, rooms);
  const blind = graph.size < fewestModules ? [`only ${graph.size} modules were looked at: the check is blind`] : [];
  return {
    modules: graph.size,
    findings: [...blind, ...breachesOf(graph, roomRules), ...breachesOf(withoutTypes(graph), runtimeRules)],
  };
}
