/** Names of environment variables: reads secrets from the files that `NAME_FILE` variables name, and finds misspelled settings. */
import { readFileSync } from 'node:fs';

/** Each may be set as `NAME_FILE`, the path of a file that contains it: that is how Docker and Kubernetes hand out secrets. */
export const secretNames = [
  'STRAPI_TOKEN',
  'STRAPI_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'VALKEY_URL',
  'GEO_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'AUTH_SECRET',
  'CV_STORAGE_URL',
] as const;

type Environment = Record<string, string | undefined>;

/** Settings of Strapi that resemble one of the site, in case both share one environment. */
const strapiNames = ['DATABASE_SSL'];

/**
 * Adds the values of `NAME_FILE` variables to `env`. @param names of the variables that may be given so.
 * @returns also a sentence for each unusable file; none repeats a value or a path.
 */
export function readSecretFiles(env: Environment, names: readonly string[]): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const read: Environment = {};
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    const problem = (sentence: string) => problems.push(`${name}_FILE ${sentence}`);
    if (env[name]) {
      problem(`and ${name} are both set; one of them is enough.`);
      continue;
    }
    try {
      const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (value === '') problem('names an empty file.');
      else if (/[\r\n]/.test(value)) problem('names a file of more than one line.');
      else read[name] = value;
    } catch (error) {
      problem(
        `names a file that cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'}).`,
      );
    }
  }
  return { env: { ...env, ...read }, problems };
}

/** Measures the edit distance: letters added, omitted or replaced, or two neighbours swapped. */
function measureDistance(first: string, second: string): number {
  const rows = [Array.from({ length: second.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= first.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= second.length; column += 1) {
      const same = first[row - 1] === second[column - 1];
      const swapped = first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          row > 1 && column > 1 && swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(first.length, second.length);
}

const maxDistance = 2;
/** The largest distance of a typo. Short names resemble unrelated variables, so there only case and underscores may differ. */
const findTolerance = (length: number) => (length < 6 ? 0 : length < 10 ? 1 : maxDistance);

const simplifyName = (name: string) => name.toUpperCase().replace(/[^A-Z\d]/g, '');

/**
 * Finds variables that are probably misspelled settings: nothing reads them, and the operator believes that they work.
 * @param settings names of the site's variables.
 * @returns one sentence for each; sentences repeat names, never values.
 */
export function findNearMisses(env: Environment, settings: readonly string[]): string[] {
  const siteNames = [...settings, ...secretNames.map((name) => `${name}_FILE`)];
  const knownNames = new Set([...siteNames, ...strapiNames]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || knownNames.has(name) || /^npm_/i.test(name)) return [];
    const [closest] = siteNames
      // First compare the lengths, which is fast: a cluster sets hundreds of variables.
      .filter((setting) => Math.abs(simplifyName(setting).length - simplifyName(name).length) <= maxDistance)
      .map((setting) => ({ setting, distance: measureDistance(simplifyName(name), simplifyName(setting)) }))
      .toSorted((a, b) => a.distance - b.distance);
    return closest && closest.distance <= findTolerance(simplifyName(closest.setting).length)
      ? [`${name} is not a setting; did you mean ${closest.setting}?`]
      : [];
  });
}
