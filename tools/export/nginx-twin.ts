/**
 * The static twin: what nginx shows when no site process answers (docs/operating.md). Writes the configuration with which nginx serves an export:
 * `maps.conf` for its `http` block and `server.conf` for its `server` block (`deploy/nginx/nginx.conf` includes both).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { defaultLocale, locales } from '../../content/locales.ts';
import { translator } from '../../site/i18n/translate.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { Copies, Copy } from './export-site.ts';

/** Seconds after which a visitor may try a form again. */
const retryAfterSeconds = 120;
const policy = 'content-security-policy';
/** Headers that differ by file; all others are taken from the first page. */
const headersByFile = new Set([policy, 'content-type', 'cache-control', 'content-disposition', 'x-robots-tag']);

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('$', '${dollar}')}"`;
}

function formatMap(from: string, to: string, fallback: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([key, value]) => `  ${key.startsWith('~') ? `"${key}"` : quote(key)} ${quote(value)};`);
  return `map ${from} ${to} {\n  default ${quote(fallback)};\n${lines.join('\n')}\n}\n`;
}

/** Writes a regular expression for exactly this address: as a plain key, `/Forex` would also be `/forex`. */
function toExactPattern(path: string): string {
  return `~^${path.replace(/[^\w/\u0080-\uffff-]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)}$`;
}

/**
 * Lists the rows of a map from the address without its query, decoded as nginx compares it. nginx ignores case in plain keys, so keys that differ
 * only in case become regular expressions; with `keepCase`, all do.
 */
function listRows(copies: Copies, value: (copy: Copy) => string | undefined, keepCase = false): [string, string][] {
  const rows = Object.entries(copies).flatMap(([address, copy]): [string, string][] => {
    const found = value(copy);
    return found === undefined || address.includes('?') ? [] : [[decodeURIComponent(address), found]];
  });
  const alike = Map.groupBy(rows, ([path]) => path.toLowerCase());
  return rows.map(([path, found]) => [
    keepCase || (alike.get(path.toLowerCase())?.length ?? 0) > 1 ? toExactPattern(path) : path,
    found,
  ]);
}

const style =
  ':root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem}h1{line-height:1.15}';

/** Renders the answer to a form in a language. It is a complete document, because no site process renders one. */
function renderFormsPage(locale: (typeof locales)[number]): string {
  const t = translator(locale);
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${t('twin.title')}</title><style>${style}</style><h1>${t('twin.title')}</h1><p>${t('twin.text')}</p><p><a href="${localePath('/', locale)}">${t('twin.back')}</a></p></html>`;
}

/** Writes the site's page for a missing address in each language. @returns the Content-Security-Policy of the page. */
async function writeMissingPages(folder: string, origin: string): Promise<string> {
  let found = "default-src 'none'";
  for (const locale of locales) {
    const response = await fetch(`${origin}${localePath('/no-such-page', locale)}`);
    await writeFile(join(folder, `_twin/missing.${locale}.html`), await response.text());
    found = response.headers.get(policy) ?? found;
  }
  return found;
}

/** Lists the content type of each file extension, because nginx derives the type from the extension. */
function formatTypes(copies: Copies): string {
  const types = new Map<string, string>();
  for (const { file, headers } of Object.values(copies)) {
    const extension = extname(file ?? '').slice(1);
    if (extension !== '' && headers['content-type']) types.set(extension, headers['content-type']);
  }
  return [...types].map(([extension, type]) => `    ${quote(type)} ${extension};`).join('\n');
}

function formatHeaders(entries: readonly (readonly [name: string, value: string])[]): string {
  return entries
    .map(([name, value]) => `  add_header ${name} ${value.startsWith('$') ? value : quote(value)} always;`)
    .join('\n');
}

/** Finds the `cache-control` of a file that never changes. */
function findImmutableCaching({ headers }: Copy): string | undefined {
  return headers['cache-control']?.includes('immutable') ? headers['cache-control'] : undefined;
}

interface ExportPlace {
  /** The folder of the export. */
  folder: string;
  /** The path under which nginx finds that folder. */
  root: string;
  /** The origin at which the site answers. */
  origin: string;
}

/** @throws when the site does not answer. */
export async function writeNginxTwin({ folder, root, origin }: ExportPlace, copies: Copies): Promise<void> {
  await mkdir(join(folder, '_twin'), { recursive: true });
  const missingPolicy = await writeMissingPages(folder, origin);
  const page = Object.values(copies).find(({ headers }) => headers['content-type']?.startsWith('text/html'));
  const commonHeaders = Object.entries(page?.headers ?? {}).filter(([name]) => !headersByFile.has(name));
  const maps = [
    '# Written by `npm run export`.',
    // The only way to write a dollar sign in the value of a map.
    'geo $dollar { default "$"; }',
    // Addresses and policies are longer than nginx's default sizes.
    'map_hash_bucket_size 2048;',
    'map_hash_max_size 65536;',
    formatMap(
      '$twin_path',
      '$twin_policy',
      '',
      listRows(copies, ({ headers }) => headers[policy]),
    ),
    // A redirect often leads from another spelling, such as `/Forex`, to the page `/forex`: without its case it would redirect to itself.
    formatMap(
      '$twin_path',
      '$twin_to',
      '',
      listRows(copies, ({ to }) => to ?? undefined, true),
    ),
    formatMap('$twin_path', '$twin_cache', 'no-cache', listRows(copies, findImmutableCaching)),
    'map $arg_page $twin_page {\n  default "";\n  "~^(?<twin_number>[1-9][0-9]{0,3})$" "@page=$twin_number";\n}\n',
    // In the location of an error page, `$uri` is the path of that location.
    `map $request_uri $twin_language {\n  default "${defaultLocale}";\n${locales.map((locale) => `  "~^/${locale}([/?]|$)" "${locale}";`).join('\n')}\n}\n`,
  ];
  for (const locale of locales) await writeFile(join(folder, `_twin/forms.${locale}.html`), renderFormsPage(locale));
  const styleHash = createHash('sha256').update(style).digest('base64');
  const parts: Record<string, string> = {
    root,
    types: formatTypes(copies),
    pageHeaders: formatHeaders([
      ...commonHeaders,
      [policy, '$twin_policy'],
      ['cache-control', '$twin_cache'],
      ['x-static-twin', 'yes'],
    ]),
    formHeaders: formatHeaders([
      ...commonHeaders,
      [policy, `default-src 'none'; style-src 'sha256-${styleHash}'`],
      ['cache-control', 'no-store'],
      ['retry-after', String(retryAfterSeconds)],
    ]),
    missingHeaders: formatHeaders([...commonHeaders, [policy, missingPolicy], ['cache-control', 'no-store']]),
  };
  const template = await readFile(join(import.meta.dirname, 'server.conf.template'), 'utf8');
  const written = {
    maps: maps.join('\n'),
    server: template.replaceAll(/__(\w+)__/g, (_, part: string) => parts[part] ?? ''),
  };
  await testConfiguration(written);
  for (const [name, text] of Object.entries(written)) await writeFile(join(folder, `${name}.conf`), text);
}

/** Has nginx, where it is installed, read the new configuration. @throws with what it says; the former configuration then stays. */
async function testConfiguration({ maps, server }: { maps: string; server: string }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'twin-'));
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join(' ');
  const file = join(folder, 'test.conf');
  await writeFile(
    file,
    `pid ${folder}/pid;\nevents { }\nhttp {\n${tempPaths} access_log off;\n${maps}\nserver {\nlisten unix:${folder}/socket;\n${server}\n}\n}\n`,
  );
  const tested = spawnSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', file], { encoding: 'utf8' });
  await rm(folder, { recursive: true });
  if (tested.error) return console.error('  nginx is not installed here: try the configuration with `nginx -t`.');
  if (tested.status !== 0) throw new Error(`nginx refuses the new configuration: ${tested.stderr.trim()}`);
}
