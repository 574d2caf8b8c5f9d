/**
 * Resolves where this Strapi stores its data, and the secrets with which it signs.
 *
 * A first start must work without a `.env`: secrets that the environment does not set are generated once and stored next to the
 * database, readable only by the owner. Losing that file signs everybody out and voids API tokens, so back it up with the data.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSecretFiles, signingSecrets, wrongSetting } from './settings';

type SecretName = (typeof signingSecrets)[number];

/** The package root. Compiled code runs from `dist/src/setup`, so this searches upwards for the package.json. */
function packageRoot(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

// Runs before anything else: Strapi reads its configuration first, and all of it imports this file.
readSecretFiles();
export const root = packageRoot();
export const dataDir = path.resolve(root, process.env.CMS_DATA_DIR || 'data');
export const demoDir = path.resolve(root, process.env.DEMO_DIR || '../demo');
export const siteUrl = (process.env.SITE_URL || 'http://localhost:3000').replace(/(?<!\/)\/+$/, '');
export const siteWebhookUrl = process.env.SITE_WEBHOOK_URL || `${siteUrl}/api/content/webhook`;

/** Does not replace a broken file: that would sign everybody out and void API tokens, and a backup may exist. */
function keptSecrets(file: string): Partial<Record<SecretName, string>> {
  if (!existsSync(file)) return {};
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof kept === 'object' && kept !== null && Object.values(kept).every((value) => typeof value === 'string'))
      return kept;
  } catch {
    // Reported below.
  }
  return wrongSetting(
    `${file} is not the file of secrets that was written there. Restore it from the backup, or delete it: then everybody signs in again and API tokens have to be replaced.`,
  );
}

function readSecrets(): Record<SecretName, string> {
  const file = path.join(dataDir, 'secrets.json');
  const kept = keptSecrets(file);
  const missing = signingSecrets.filter((name) => !process.env[name] && !kept[name]);
  for (const name of missing) kept[name] = randomBytes(32).toString('base64url');
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return Object.fromEntries(signingSecrets.map((name) => [name, process.env[name] || kept[name]])) as Record<
    SecretName,
    string
  >;
}

mkdirSync(path.join(dataDir, 'public', 'uploads'), { recursive: true });
export const secrets = readSecrets();
