/** A vitest reporter that writes the result of a run for `tools/test.ts`: counts, skipped tests, and the duration of each file. */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The tag of tests that only `npm run test:exhaustive` runs (`tests/README.md`). */
export const exhaustive = 'exhaustive';

export interface TestReport {
  passed: number;
  failed: number;
  /** Tests that this machine cannot run, each with its file. */
  skipped: string[];
  /** Number of tests that only `npm run test:exhaustive` runs. */
  leftOut: number;
  /** The longest first. */
  files: { file: string; seconds: number }[];
}

/** The environment variable with the path of the report file. */
export const reportVariable = 'BROKERFRONT_TEST_REPORT';

/** The last line of `npm test`. Programs may rely on how it begins. */
export function closingLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/** @param mustRunAll whether a skipped test is a failure, as with `CI=true`. */
export function isGood({ passed, failed, skipped }: TestReport, mustRunAll: boolean): boolean {
  return failed === 0 && passed > 0 && !(mustRunAll && skipped.length > 0);
}

function sumSeconds(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

/** Counts the file and the suites that failed outside of a test: in a hook, or on loading. Their tests did not run and count as skipped. */
function brokenParts(module: TestModule): number {
  return [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length;
}

/** Sums up all files. An error outside of any test counts as a failure. @param isExhaustive whether the tests with the tag ran, too. */
export function summarise(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
  isExhaustive: boolean,
): TestReport {
  const report: TestReport = { passed: 0, failed: unhandledErrors.length, skipped: [], leftOut: 0, files: [] };
  for (const module of modules) {
    report.failed += brokenParts(module);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') report.passed += 1;
      else if (state === 'failed') report.failed += 1;
      else if (test.tags.includes(exhaustive) && !isExhaustive) report.leftOut += 1;
      else report.skipped.push(`${module.relativeModuleId} > ${test.fullName}`);
    }
    report.files.push({ file: module.relativeModuleId, seconds: sumSeconds(module) });
  }
  report.files.sort((one, other) => other.seconds - one.seconds);
  return report;
}

export class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env[reportVariable];
    const isExhaustive = process.env['TEST_SCOPE'] === exhaustive;
    if (file) writeFileSync(file, JSON.stringify(summarise(modules, unhandledErrors, isExhaustive)));
  }
}
