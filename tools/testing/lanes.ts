/**
 * In a whole run, files that mostly wait run one after the other beside the two workers of vitest. A third worker for any file makes the run
 * longer, because busy ones wait for each other; these use half of a core, and leave the cores idle for 100 seconds of a run instead of 375.
 */
import type { TestReport } from './test-report.ts';

/** They wait for Prometheus, mails, other processes or Strapi's polls, for more than a quarter of their time. */
export const waiting: ReadonlySet<string> = new Set([
  'tests/strapi/postgresql.test.ts',
  'tests/strapi/failures.test.ts',
  'tests/strapi/content-alerts.test.ts',
  'tests/deploy/alerts.test.ts',
  'tests/deploy/rolling-releases.test.ts',
  'tests/deploy/by-hand.test.ts',
  'tests/deploy/varnish.test.ts',
  'tests/accounts/account-mail.test.ts',
  'tests/accounts/account-outage.test.ts',
  'tests/accounts/account-submissions.test.ts',
  'tests/accounts/kill-nine.test.ts',
  'tests/content/purge.test.ts',
  'tests/requests/drain.test.ts',
  'tests/requests/media.test.ts',
  'tests/requests/request-ids.test.ts',
  'tests/requests/traces.test.ts',
]);

/**
 * Files that run at the same time, but for those that wait. On two cores a third makes a whole run a minute longer; `TEST_WORKERS` is for machines
 * with more, and not found out, because a container may see cores that it may not use.
 */
export const workers = Math.max(1, Math.floor(Number(process.env['TEST_WORKERS'] ?? 2)) || 2);

/** Parameters for vitest, and whether its output is shown at the end: two that write at once cannot be read. */
export interface Lane {
  parameters: string[];
  isQuiet: boolean;
}

const excluded = (names: readonly string[]) => names.flatMap((name) => ['--exclude', name]);

/** @param files of the whole run, relative to the project; none need no lane. @param without files that do not run. */
export function lanesOf(files: readonly string[], without: readonly string[]): Lane[] {
  if (files.length === 0) return [];
  const aside = files.filter((file) => waiting.has(file));
  if (aside.length === 0 || aside.length === files.length) return [{ parameters: excluded(without), isQuiet: false }];
  return [
    { parameters: excluded([...without, ...aside]), isQuiet: false },
    { parameters: [...aside, `--maxWorkers=${Math.ceil(workers / 3)}`, ...excluded(without)], isQuiet: true },
  ];
}

/** The report of several runs of vitest, the longest file first. */
export function oneReport(reports: readonly TestReport[]): TestReport {
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    skipped: reports.flatMap(({ skipped }) => skipped),
    files: reports.flatMap(({ files }) => files).toSorted((one, other) => other.seconds - one.seconds),
    failedOutside: reports.some(({ failedOutside }) => failedOutside),
  };
}
