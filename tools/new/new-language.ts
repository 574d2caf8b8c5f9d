/**
 * Creates a language in which English stands in for everything: its record, its messages, and its names of instruments (docs/adding.md).
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseCsv, writeCsv } from '../../content/feed/csv.ts';
import { isLocale } from '../../content/locales.ts';
import { parameterisedPatterns, staticPaths } from '../../site/route-patterns.ts';
import { type Created, Tree } from './tree.ts';

const recordsFile = 'content/locales.ts';
const wordsFile = 'tools/dev/sample-words.ts';
const schemaFile = 'cms/src/api/instrument/content-types/instrument/schema.json';
const instruments = 'demo/instruments.csv';

interface Language {
  name: string;
  englishName: string;
  direction: 'ltr' | 'rtl';
  region: string | undefined;
}

/** Reads Node's data about a language. @throws with a sentence when the code is of no language, or cannot be in an address. */
function describeLanguage(code: string): Language {
  if (isLocale(code)) throw new Error(`“${code}” is a language of the site already.`);
  const known = /^[a-z]{2,3}$/.test(code)
    ? new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code)
    : undefined;
  if (!known)
    throw new Error(`“${code}” is no language: the two or three small letters of ISO 639, such as “fr” for French.`);
  const taken = [...Object.values(staticPaths), ...parameterisedPatterns, '/api', '/dev', '/media'];
  if (taken.some((path) => path.split('/')[1] === code))
    throw new Error(`“${code}” cannot be a language: /${code} is an address of the site.`);
  const own = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? known;
  const locale = new Intl.Locale(code);
  return {
    name: own.charAt(0).toLocaleUpperCase(code) + own.slice(1),
    englishName: known,
    // TypeScript does not know the method yet.
    direction: (locale as unknown as { getTextInfo: () => { direction: 'ltr' | 'rtl' } }).getTextInfo().direction,
    region: locale.maximize().region,
  };
}

/** A string of the source, as the formatter writes it. */
function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** The name field of the language in Strapi: the attribute, its label, and its place in the form. It may be empty: English stands in. */
function addNameField(tree: Tree, field: string, englishName: string): void {
  const attribute = /^ {4}"name[A-Z]\w*": \{\n(?: {6}.*\n)+ {4}\},\n(?! {4}"name[A-Z])/m;
  tree.replace(
    schemaFile,
    attribute,
    (last) => `${last}${last.replace(/"name[A-Z]\w*"/, `"${field}"`).replace(/ *"required": true,\n/, '')}`,
  );
  const label = /^ {6}"name[A-Z]\w*": \{\n(?: {8,}.*\n)+ {6}\},\n(?! {6}"name[A-Z])/m;
  tree.replace(
    schemaFile,
    label,
    (last) => last + last.replace(/"name[A-Z]\w*"/, `"${field}"`).replaceAll(/"Name, .*"/g, `"Name, ${englishName}"`),
  );
  const row = /^ {10}\{\n {12}"name": "name[A-Z]\w*",\n {12}"size": 4\n {10}\}\n {8}\],\n/m;
  tree.replace(
    schemaFile,
    row,
    (last) =>
      `${last}        [\n          {\n            "name": "${field}",\n            "size": 4\n          }\n        ],\n`,
  );
}

/** The English name of each instrument, in a column after the other names. */
function withNames(csv: string, field: string): string {
  const [header = [], ...rows] = parseCsv(csv).rows.map(({ cells }) => cells);
  const english = header.indexOf('nameEn');
  const place = header.findLastIndex((column) => /^name[A-Z]/.test(column)) + 1;
  return writeCsv([
    header.toSpliced(place, 0, field),
    ...rows.map((cells) => cells.toSpliced(place, 0, cells[english] ?? '')),
  ]);
}

/**
 * @param root the project; the test passes a copy.
 * @param code ISO 639 code, such as `fr`.
 * @throws with a sentence when the code is not valid or taken, or a file to extend has changed too much.
 */
export function newLanguage(root: string, code: string): Created {
  const { name, englishName, direction, region } = describeLanguage(code);
  const tree = new Tree(root, code);
  const known = [...tree.read(recordsFile).matchAll(/^ {2}\| '(\w+)';?$/gm)].map((match) => match[1]);
  const stemmer = known.find((one) => one === englishName.toLowerCase());
  tree.insertBefore(
    recordsFile,
    /^\} satisfies Record<string, LocaleRecord>;/m,
    `  ${code}: {
    name: ${quoted(name)},
    englishName: ${quoted(englishName)},
    tag: '${code}',
    direction: '${direction}',
    openGraph: '${region ? `${code}_${region}` : code}',
    format: '${region ? `${code}-${region}` : code}',
    stemmer: ${stemmer ? `'${stemmer}'` : 'null'},
    tableLabel: 'Table',
    content: 'partial',
    // Grey until somebody draws it.
    flag: [{ fill: '#7d8794', d: 'M0 0h20v14H0z' }],
  },
`,
  );
  tree.add(`site/i18n/messages/${code}.json`, tree.read('site/i18n/messages/en.json'));
  const messages = 'site/i18n/messages.ts';
  tree.replace(
    messages,
    /$(?![^])/,
    () => `export { default as ${code} } from './messages/${code}.json' with { type: 'json' };\n`,
  );
  const english = /^ {2}en: \{\n(?: {4,}.*\n)+ {2}\},\n/m.exec(tree.read(wordsFile))?.[0] ?? '';
  tree.insertBefore(wordsFile, /^\} satisfies Record<Locale, /m, english.replace('en:', `${code}:`));
  const csv = tree.read(instruments);
  const field = `name${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  tree.replace(instruments, /^[^]*$/, () => withNames(csv, field));
  addNameField(tree, field, englishName);
  const written = tree.write();
  // Strapi creates the languages of this file, which is generated from the records.
  execFileSync(process.execPath, [join(root, 'cms/scripts/site-languages.mts')], { stdio: 'ignore' });
  return {
    written: [...written, 'cms/src/setup/site-languages.json'],
    next: [
      `The site now answers at /${code}, in English. Draw the flag and check the record at the end of ${recordsFile}.`,
      `Translate site/i18n/messages/${code}.json, then the frame (demo/header.${code}.yaml and its neighbours), then page by page.`,
      'docs/adding.md has the order, and what shows how far you are.',
    ],
  };
}
