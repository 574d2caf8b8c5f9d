/** Reads the demonstration content from demo/ (its README documents the format), independently of Strapi's storage. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { defaultLocale, type Attributes, type ContentType, type LocaleCode } from '../setup/content-types';
import { dailyBarFile, instrumentFile, readInstruments, readPriceHistories } from './read-instruments';

export type Source = Record<string, unknown> & { id: string };

export interface DemoDocument {
  type: string;
  locale: LocaleCode;
  /** Path within the folder, for messages. */
  file: string;
  source: Source;
  hash: string;
}

export const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** One hash of the whole folder: while it is unchanged, the seed has nothing to do. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(yaml|csv|svg|png|webp|avif|jpe?g)$/.test(file)) continue;
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

type Components = Record<string, { attributes: Attributes }>;

/** All documents of a type in one language. Reports a file that is not valid YAML as a problem and continues. */
export function readDocuments(
  folder: string,
  type: ContentType,
  locale: LocaleCode,
  components: Components,
  problem: (text: string) => void,
): DemoDocument[] {
  if (type.name === 'instrument')
    return locale === defaultLocale ? instrumentDocuments(folder, type, components, problem) : [];
  if (type.name === 'price-history') return locale === defaultLocale ? priceHistoryDocuments(folder, type) : [];
  const collection = type.single ? type.name : type.pluralName;
  // Documents of a type without languages are read once, from files without a language in their names.
  if (!type.localized && locale !== defaultLocale) return [];
  const suffix = type.localized ? `.${locale}.yaml` : '.yaml';
  const directory = path.join(folder, collection);
  const names = existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => name.endsWith(suffix))
        .sort()
    : [];
  const files = [`${collection}${suffix}`, ...names.map((name) => path.join(collection, name))];
  return files.flatMap((file) => readFile(folder, file, type, locale, problem));
}

function instrumentDocuments(
  folder: string,
  type: ContentType,
  components: Components,
  problem: (text: string) => void,
): DemoDocument[] {
  const file = path.join(folder, instrumentFile);
  if (!existsSync(file)) return [];
  const terms = components[type.attributes.terms?.component ?? '']?.attributes ?? {};
  return readInstruments(file, type.attributes, terms).flatMap((source, index) => {
    if (source.id !== '')
      return [
        { type: type.name, locale: defaultLocale, file: instrumentFile, source, hash: sha(JSON.stringify(source)) },
      ];
    problem(`${instrumentFile}: row ${index + 2} has no symbol.`);
    return [];
  });
}

function priceHistoryDocuments(folder: string, type: ContentType): DemoDocument[] {
  const file = path.join(folder, dailyBarFile);
  if (!existsSync(file)) return [];
  return readPriceHistories(file).map((source) => ({
    type: type.name,
    locale: defaultLocale,
    file: dailyBarFile,
    source,
    hash: sha(JSON.stringify(source)),
  }));
}

function readFile(
  folder: string,
  file: string,
  type: ContentType,
  locale: LocaleCode,
  problem: (text: string) => void,
): DemoDocument[] {
  if (!existsSync(path.join(folder, file))) return [];
  let content: unknown;
  try {
    content = parse(readFileSync(path.join(folder, file), 'utf8'));
  } catch (error) {
    problem(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return [];
  }
  const fileId = type.single ? type.name : path.basename(file).split('.')[0];
  const list: unknown[] = Array.isArray(content) ? content : [{ id: fileId, ...(content as object) }];
  return list.flatMap((source, index) => {
    if (isSource(source)) return [{ type: type.name, locale, file, source, hash: sha(JSON.stringify(source)) }];
    problem(`${file}: entry ${index + 1} has no id.`);
    return [];
  });
}

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && typeof (value as Source).id === 'string';

/** Sorts types for writing: targets of relations first; last pages, which refer to others by key, and redirects, which lead to all. */
export function inOrder(types: ContentType[], components: Components): ContentType[] {
  const byUid = new Map(types.map((type) => [type.uid as string, type]));
  const done = new Set<ContentType>();
  const visit = (type: ContentType): void => {
    if (done.has(type)) return;
    done.add(type);
    for (const uid of targets(type.attributes, components)) {
      const target = byUid.get(uid);
      if (target) visit(target);
    }
    ordered.push(type);
  };
  const ordered: ContentType[] = [];
  types.forEach(visit);
  const last = ['page', 'redirect'];
  return [
    ...ordered.filter(({ name }) => !last.includes(name)),
    ...last.flatMap((name) => ordered.filter((type) => type.name === name)),
  ];
}

function targets(attributes: ContentType['attributes'], components: Components): string[] {
  return Object.values(attributes).flatMap((attribute) => {
    if (attribute.type === 'relation' && attribute.target) return [attribute.target];
    const nested = attribute.component ? [attribute.component] : (attribute.components ?? []);
    return nested.flatMap((uid) => targets(components[uid]?.attributes ?? {}, components));
  });
}
