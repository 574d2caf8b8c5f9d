/** A vitest reporter that writes the result of a run for `tools/test.ts`: counts, skipped tests, and the duration of each file. */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface TestReport {
  passed: number;
  failed: number;
  /** Tests that were not run, each with its file. */
  skipped: string[];
  files: FileReport[];
  /** Whether something failed that belongs to no test file. */
  failedOutside: boolean;
}

interface FileReport {
  file: string;
  /** From its first import to its last hook. */
  seconds: number;
  passed: number;
  /** Whether all its tests ran and passed. */
  isWhole: boolean;
}

/** The environment variable with the path of the report file. */
export const reportVariable = 'BROKERFRONT_TEST_REPORT';

/** The last line of `npm test`. Programs may rely on how it begins. */
export function closingLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}

/** @param nothingSkipped whether a skipped test is a failure, as with `CI=true`. */
export function isGood({ passed, failed, skipped }: TestReport, nothingSkipped: boolean): boolean {
  return failed === 0 && passed > 0 && !(nothingSkipped && skipped.length > 0);
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

/** Counts the file and the suites that failed outside of a test: in a hook, or on loading. Their tests did not run and count as skipped. */
function brokenParts(module: TestModule): number {
  return [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0).length;
}

/** Sums up all files. An error outside of any test counts as a failure. */
export function summarise(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): TestReport {
  const report: TestReport = {
    passed: 0,
    failed: unhandledErrors.length,
    skipped: [],
    files: [],
    failedOutside: unhandledErrors.length > 0,
  };
  for (const module of modules) {
    const file: FileReport = { file: module.relativeModuleId, seconds: secondsOf(module), passed: 0, isWhole: false };
    let failed = brokenParts(module);
    const skipped: string[] = [];
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') file.passed += 1;
      else if (state === 'failed') failed += 1;
      else skipped.push(`${module.relativeModuleId} > ${test.fullName}`);
    }
    file.isWhole = failed === 0 && skipped.length === 0 && file.passed > 0;
    report.passed += file.passed;
    report.failed += failed;
    report.skipped.push(...skipped);
    report.files.push(file);
  }
  // The longest first.
  report.files.sort((one, other) => other.seconds - one.seconds);
  return report;
}

export class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env[reportVariable];
    if (file) writeFileSync(file, JSON.stringify(summarise(modules, unhandledErrors)));
  }
}
