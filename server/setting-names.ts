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
  'CRM_WEBHOOK_URL',
  'CRM_WEBHOOK_SECRET',
  'AUTH_SECRET',
  'CV_STORAGE_URL',
  'CDN_URL',
  'CDN_TOKEN',
] as const;

type Environment = Record<string, string | undefined>;

/** Known variables that are no settings: Strapi's, in case both share one environment, and those that only programs of this project set. */
const otherNames = [
  'CMS_PORT',
  'CMS_METRICS_TOKEN',
  'CMS_METRICS_TOKEN_FILE',
  'CMS_METRICS_PORT',
  'CMS_DATA_DIR',
  'DEMO_DIR',
  'SEED',
  'SERVE_ADMIN',
  'REMOTE_TRANSFER',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'SITE_WEBHOOK_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_PASSWORD_FILE',
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'JWT_SECRET',
  'ENCRYPTION_KEY',
  'DATABASE_CLIENT',
  'DATABASE_FILENAME',
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USERNAME',
  'DATABASE_PASSWORD',
  'DATABASE_PASSWORD_FILE',
  'DATABASE_SCHEMA',
  'DATABASE_SSL',
  'DATABASE_SSL_REJECT_UNAUTHORIZED',
  'DATABASE_POOL_MIN',
  'DATABASE_POOL_MAX',
  'CMS_DATABASE',
  'BROKERFRONT_ROOT',
  'BUILD_ID',
  'NODE_ENV',
  'CHROMIUM_PATH',
];

/** Adds the values of `NAME_FILE` variables to `env`. @returns a sentence for each unusable file; none repeats a value or a path. */
export function readSecretFiles(env: Environment): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const read: Environment = {};
  for (const name of secretNames) {
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

/** Edit distance: letters added, omitted or replaced, or two neighbours swapped. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) =>
        (up === 0 ? line : rows[row - up])?.[column - left] ?? Number.POSITIVE_INFINITY;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
          row > 1 && column > 1 && swapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

/** The largest distance of a typo. Short names resemble unrelated variables, so there only case and underscores may differ. */
function tolerance(length: number): number {
  return length < 6 ? 0 : length < 10 ? 1 : mostTolerated;
}
const mostTolerated = 2;

const bare = (name: string) => name.toUpperCase().replace(/[^A-Z\d]/g, '');

/**
 * Finds variables that are probably misspelled settings: nothing reads them, but whoever set them believes that they work.
 * @param settings names of the site's variables.
 * @returns one sentence for each; sentences repeat names, never values.
 */
export function nearMisses(env: Environment, settings: readonly string[]): string[] {
  const own = [...settings, ...secretNames.map((name) => `${name}_FILE`)];
  const known = new Set([...own, ...otherNames]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || known.has(name) || /^npm_/i.test(name)) return [];
    const [closest] = own
      // Names are at least as far apart as their lengths. A cluster sets hundreds of variables.
      .filter((setting) => Math.abs(bare(setting).length - bare(name).length) <= mostTolerated)
      .map((setting) => ({ setting, far: distance(bare(name), bare(setting)) }))
      .toSorted((a, b) => a.far - b.far);
    return closest && closest.far <= tolerance(bare(closest.setting).length)
      ? [`${name} is not a setting; did you mean ${closest.setting}?`]
      : [];
  });
}
