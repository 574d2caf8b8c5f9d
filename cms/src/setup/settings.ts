/**
 * Reads settings from the environment; a secret may also be given as `NAME_FILE`, the path of a file that contains it. A wrong setting
 * stops the start with exit code 78 and a sentence that does not contain the value.
 */
import { readFileSync } from 'node:fs';

/** Secrets with which Strapi signs and encrypts. Those that the environment does not set are generated (`environment.ts`). */
export const signingSecrets = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'TRANSFER_TOKEN_SALT',
  'JWT_SECRET',
  'ENCRYPTION_KEY',
] as const;
/** Each may be set as `NAME_FILE`. */
export const secretNames = [
  ...signingSecrets,
  'STRAPI_TOKEN',
  'STRAPI_WEBHOOK_SECRET',
  'DATABASE_PASSWORD',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'CMS_METRICS_TOKEN',
];
/** Names of every variable that Strapi or this project reads. */
export const settings = [
  ...secretNames,
  ...secretNames.map((name) => `${name}_FILE`),
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'CMS_DATA_DIR',
  'DATABASE_CLIENT',
  'DATABASE_FILENAME',
  'DATABASE_HOST',
  'DATABASE_PORT',
  'DATABASE_NAME',
  'DATABASE_USERNAME',
  'DATABASE_SCHEMA',
  'DATABASE_SSL',
  'DATABASE_SSL_REJECT_UNAUTHORIZED',
  'DATABASE_POOL_MIN',
  'DATABASE_POOL_MAX',
  'ADMIN_EMAIL',
  'SITE_URL',
  'SITE_WEBHOOK_URL',
  'DEMO_DIR',
  'SEED',
  'SERVE_ADMIN',
  'LOG_LEVEL',
  'REMOTE_TRANSFER',
  'MAIL_FROM',
  'CMS_METRICS_PORT',
  'APPROVAL',
];

/** Exits with code 78 and a sentence for the operator. */
export function wrongSetting(sentence: string): never {
  console.error(`\n  Strapi did not start: ${sentence}\n`);
  process.exit(78);
}

/** Copies the contents of the secret files into the environment. Exits when a file is unusable. */
export function readSecretFiles(): void {
  for (const name of secretNames) {
    const file = process.env[`${name}_FILE`];
    if (!file) continue;
    if (process.env[name]) wrongSetting(`${name}_FILE and ${name} are both set; one of them is enough.`);
    let value = '';
    try {
      value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      wrongSetting(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
    if (value === '') wrongSetting(`${name}_FILE names an empty file.`);
    if (/[\r\n]/.test(value)) wrongSetting(`${name}_FILE names a file of more than one line.`);
    process.env[name] = value;
  }
}
