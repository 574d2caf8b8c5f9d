/** Checks the architecture's arrows with dependency-cruiser. @returns what is wrong, one sentence a finding. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ICruiseResult, type IForbiddenRuleType, cruise } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { rooms, roomRules, runtimeRules } from './architecture-arrows.ts';
import { projectRoot } from './project-root.ts';

/** With the wrong TypeScript dependency-cruiser sees no modules and finds nothing wrong; so few cannot be the whole project. */
const fewestModules = 100;

export interface ArrowReport {
  modules: number;
  findings: string[];
}

async function run(baseDir: string, forbidden: IForbiddenRuleType[], withTypes: boolean): Promise<ArrowReport> {
  const { output } = await cruise(
    rooms.filter((room) => existsSync(join(baseDir, room))),
    {
      baseDir, ruleSet: { forbidden }, validate: true, tsPreCompilationDeps: withTypes, doNotFollow: { path: ['node_modules'] }, exclude: { path: ['\\.(?:css|svg|json|woff2)$'] },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    { tsConfig: extractTsConfig(join(projectRoot, 'tsconfig.json')) },
  );
  const { summary } = output as ICruiseResult;
  const findings = summary.violations.map(({ rule, from, to, via }) => {
    const steps = via && via.length > 1 ? via.map((step) => step.name).join(' → ') : to;
    const comment = forbidden.find(({ name }) => name === rule.name)?.comment;
    return `${rule.name}: ${from} → ${steps}${comment ? ` (${comment})` : ''}`;
  });
  return { modules: summary.totalCruised, findings };
}

/** @param baseDir the project; tests of this check give a small one of their own. */
export async function checkArrows(baseDir = projectRoot): Promise<ArrowReport> {
  const byRoom = await run(baseDir, roomRules, true);
  const atRuntime = await run(baseDir, runtimeRules, false);
  const modules = Math.min(byRoom.modules, atRuntime.modules);
  const blind = modules < fewestModules ? [`only ${modules} modules were looked at: the check is blind (it needs the package \`typescript\` 6)`] : [];
  return { modules, findings: [...blind, ...byRoom.findings, ...atRuntime.findings] };
}
