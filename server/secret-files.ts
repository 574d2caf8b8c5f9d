/**
 * Reads secrets from the files that `NAME_FILE` variables name. Strapi, a separate package, has its own reader and its own list of names
 * (`cms/src/setup/settings.ts`), because neither package may import the other's code.
 */
import { readFileSync } from 'node:fs';

/** Secrets of the site without its parts. Each may be set as `NAME_FILE`, the path of a file that contains it: that is how Docker and Kubernetes hand out secrets. */
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
