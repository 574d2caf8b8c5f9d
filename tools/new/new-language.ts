/** Creates a language whose texts are still English: its record, its messages, and its names of instruments (docs/adding.md). */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseCsv, writeCsv } from '../../content/feed/csv.ts';
import { isLocale } from '../../content/locales.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { parameterisedPatterns } from '../../site/route-patterns.ts';
import { type Created, Tree } from './tree.ts';

const recordsFile = 'content/locales.ts';
const wordsFile = 'tools/dev/sample-words.ts';
const schemaFile = 'cms/src/api/instrument/content-types/instrument/schema.json';
const instruments = 'demo/instruments.csv';

/** The names of stemmers in the type of a record. */
const stemmerNames = /^ {2}\| '(\w+)';?$/gm;
const endOfRecords = /^\} satisfies Record<string, LocaleRecord>;/m;
const endOfFile = /$(?![^])/;
const wholeFile = /^[^]*$/;
const englishSamples = /^ {2}en: \{\n(?: {4,}.*\n)+ {2}\},\n/m;
const endOfSamples = /^\} satisfies Record<Locale, /m;

/** Reads Node's data about a language. @throws with a message when the code is not a language, or cannot be in an address. */
function describeLanguage(code: string) {
  if (isLocale(code)) throw new Error(`“${code}” is a language of the site already.`);
  const englishName = /^[a-z]{2,3}$/.test(code)
    ? new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code)
    : undefined;
  if (!englishName)
    throw new Error(
      `“${code}” is not a language: write the two or three small letters of ISO 639, such as “fr” for French.`,
    );
  const usedPaths = [...Object.values(staticPaths), ...parameterisedPatterns, '/api', '/dev', '/media'];
  if (usedPaths.some((path) => path.split('/')[1] === code))
    throw new Error(`“${code}” cannot be a language: /${code} is an address of the site.`);
  const nativeName = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? englishName;
  const locale = new Intl.Locale(code);
  return {
    name: nativeName.charAt(0).toLocaleUpperCase(code) + nativeName.slice(1),
    englishName,
    // TypeScript does not know the method yet.
    direction: (locale as unknown as { getTextInfo: () => { direction: 'ltr' | 'rtl' } }).getTextInfo().direction,
    region: locale.maximize().region,
  };
}

/** Writes a string literal in the style of the formatter. */
function quote(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

interface InstrumentSchema {
  attributes: Record<string, object>;
  config: {
    metadatas: Record<string, { edit: object; list: object }>;
    layouts: { edit: { name: string; size: number }[][] };
  };
}

const isName = (key: string) => /^name[A-Z]/.test(key);

/** Inserts an entry after the last name of an instrument. */
function insertAfterNames<Value>(record: Record<string, Value>, key: string, value: Value): Record<string, Value> {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.toSpliced(entries.findLastIndex(([one]) => isName(one)) + 1, 0, [key, value]));
}

/** Adds the name field of the language to Strapi: the attribute, its label, and its row in the form. It is optional: English replaces it. */
function addNameField(text: string, field: string, englishName: string): string {
  const schema = JSON.parse(text) as InstrumentSchema;
  const { metadatas, layouts } = schema.config;
  const { nameEn } = schema.attributes;
  const label = `Name, ${englishName}`;
  if (!nameEn) throw new Error(`${schemaFile} has no “nameEn” any more.`);
  schema.attributes = insertAfterNames(schema.attributes, field, { ...nameEn, required: undefined });
  schema.config.metadatas = insertAfterNames(metadatas, field, { edit: { label, description: '' }, list: { label } });
  const lastNames = layouts.edit.findLastIndex((row) => row.some(({ name }) => isName(name)));
  layouts.edit.splice(lastNames + 1, 0, [{ name: field, size: 4 }]);
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Adds a column after the other names that repeats the English name of each instrument. */
function addNameColumn(csv: string, field: string): string {
  const [header = [], ...rows] = parseCsv(csv).rows.map(({ cells }) => cells);
  const englishColumn = header.indexOf('nameEn');
  const columnIndex = header.findLastIndex((column) => /^name[A-Z]/.test(column)) + 1;
  return writeCsv([
    header.toSpliced(columnIndex, 0, field),
    ...rows.map((cells) => cells.toSpliced(columnIndex, 0, cells[englishColumn] ?? '')),
  ]);
}

/**
 * @param root the project; the test passes a copy.
 * @param code ISO 639 code, such as `fr`.
 * @throws with a message when the code is invalid or already used, or a file to extend has changed too much.
 */
export function newLanguage(root: string, code: string): Created {
  const { name, englishName, direction, region } = describeLanguage(code);
  const tree = new Tree(root, code);
  const stemmers = [...tree.read(recordsFile).matchAll(stemmerNames)].map((match) => match[1]);
  const stemmer = stemmers.find((one) => one === englishName.toLowerCase());
  tree.insertBefore(
    recordsFile,
    endOfRecords,
    `  ${code}: {
    name: ${quote(name)},
    englishName: ${quote(englishName)},
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
    endOfFile,
    () => `export { default as ${code} } from './messages/${code}.json' with { type: 'json' };\n`,
  );
  const englishSample = englishSamples.exec(tree.read(wordsFile))?.[0] ?? '';
  tree.insertBefore(wordsFile, endOfSamples, englishSample.replace('en:', `${code}:`));
  const csv = tree.read(instruments);
  const field = `name${code.charAt(0).toUpperCase()}${code.slice(1)}`;
  tree.replace(instruments, wholeFile, () => addNameColumn(csv, field));
  const schema = addNameField(tree.read(schemaFile), field, englishName);
  tree.replace(schemaFile, wholeFile, () => schema);
  const written = tree.write();
  // Strapi creates the languages of this file, which is generated from the records.
  execFileSync(process.execPath, [join(root, 'cms/scripts/site-languages.mts')], { stdio: 'ignore' });
  return {
    written: [...written, 'cms/src/setup/site-languages.json'],
    next: [
      `The site now answers at /${code}, in English. Draw the flag and check the record at the end of ${recordsFile}.`,
      `Translate site/i18n/messages/${code}.json, then the frame (demo/header.${code}.yaml and its neighbours), then page by page.`,
      'docs/adding.md has the order of the work, and how to see your progress.',
    ],
  };
}
