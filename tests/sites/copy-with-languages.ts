/**
 * Makes a copy of the project with two more languages, added as docs/adding.md says: a record, a file of messages and content
 * for each. Portuguese words are English ones with an ending; Arabic ones are English ones in Arabic letters, so that a page really runs
 * from right to left.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { localeRecords } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import en from '../../site/i18n/messages/en.json' with { type: 'json' };

interface AddedLanguage {
  /** The source code of its record in `content/locales.ts`. */
  record: string;
  word: (english: string) => string;
}

const letters: Record<string, string> = {
  a: 'ا',
  b: 'ب',
  c: 'س',
  d: 'د',
  e: 'ي',
  f: 'ف',
  g: 'غ',
  h: 'ه',
  i: 'ي',
  j: 'ج',
  k: 'ك',
  l: 'ل',
  m: 'م',
  n: 'ن',
  o: 'و',
  p: 'ب',
  q: 'ق',
  r: 'ر',
  s: 'س',
  t: 'ت',
  u: 'و',
  v: 'ف',
  w: 'و',
  x: 'كس',
  y: 'ي',
  z: 'ز',
};

export const addedLanguages: Record<string, AddedLanguage> = {
  pt: {
    record: `{ name: 'Português', englishName: 'Portuguese', tag: 'pt', direction: 'ltr', openGraph: 'pt_PT', format: 'pt-PT', stemmer: 'portuguese', tableLabel: 'Tabela', content: 'partial',
    flag: [{ fill: '#c32b3c', d: 'M0 0h20v14H0z' }, { fill: '#1f7a4a', d: 'M0 0h8v14H0z' }] }`,
    word: (english) => (english.length > 4 ? `${english}ão` : english),
  },
  ar: {
    record: `{ name: 'العربية', englishName: 'Arabic', tag: 'ar', direction: 'rtl', openGraph: 'ar_AR', format: 'ar', stemmer: null, tableLabel: 'جدول', content: 'partial',
    flag: [{ fill: '#1f7a4a', d: 'M0 0h20v14H0z' }] }`,
    word: (english) => english.toLowerCase().replace(/[a-z]/g, (letter) => letters[letter] ?? letter),
  },
};

/** Translates every word of a text, but not placeholders, tags and addresses, which programs read. */
function inWords(text: string, word: AddedLanguage['word']): string {
  let depth = 0;
  return text.replace(/[{}]|\]\([^)]*\)|<[^>]*>|[\w.+-]+@[\w.-]+|https?:\S+|[A-Za-z]+/g, (part) => {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth === 0 && /^[A-Za-z]+$/.test(part)) return word(part);
    return part;
  });
}

const read = new Set([
  'title',
  'heading',
  'eyebrow',
  'text',
  'note',
  'name',
  'label',
  'caption',
  'question',
  'answer',
  'summary',
  'description',
  'body',
  'quote',
  'role',
  'meta',
  'hint',
  'alt',
  'result',
  'loginButtonText',
  'signupButtonText',
  'socialsTitle',
  'riskWarning',
]);

/** Translates a document or a file of messages. @param keys names of the fields that people read; without it all fields are translated. */
function translated(value: unknown, word: AddedLanguage['word'], keys?: ReadonlySet<string>, key = ''): unknown {
  if (typeof value === 'string') return !keys || keys.has(key) ? inWords(value, word) : value;
  if (Array.isArray(value)) return value.map((item) => translated(item, word, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, translated(item, word, keys, name)]));
}

/** The files that get a translation: all pages of blocks, the frame around them and one article. Everything else falls back to English. */
function translatedFiles(): string[] {
  const singles = [
    'header',
    'footer',
    'footer-links',
    'header-nav-items',
    'common-datum',
    'default-seo',
    'news-articles/gold-when-nothing-happens',
  ];
  const pages = readdirSync(join(projectRoot, 'demo/pages')).filter((name) => name.endsWith('.en.yaml'));
  return [...singles, ...pages.map((name) => `pages/${basename(name, '.en.yaml')}`)];
}

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  writeFileSync(
    file,
    text.replace(before, () => after),
  );
}

/** Writes the copy into an empty folder. Packages and media are shared with the project. */
export function copyWithLanguages(folder: string): void {
  const own = [
    'site',
    'content',
    'server',
    'accounts',
    'tools',
    'cms/populate.json',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ];
  for (const name of own) cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  cpSync(join(projectRoot, 'demo'), join(folder, 'demo'), {
    recursive: true,
    filter: (path) => basename(path) !== 'media',
  });
  symlinkSync(join(projectRoot, 'demo/media'), join(folder, 'demo/media'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [code, { record, word }] of Object.entries(addedLanguages)) {
    if (code in localeRecords)
      throw new Error(`${code} is a language of the site now: give addedLanguages another one`);
    edit(
      join(folder, 'content/locales.ts'),
      '} satisfies Record<string, LocaleRecord>;',
      `  ${code}: ${record},\n} satisfies Record<string, LocaleRecord>;`,
    );
    writeFileSync(join(folder, `site/i18n/messages/${code}.json`), JSON.stringify(translated(en, word)));
    edit(
      join(folder, 'site/i18n/messages.ts'),
      'export',
      `export { default as ${code} } from './messages/${code}.json' with { type: 'json' };\nexport`,
    );
    mkdirSync(join(folder, 'demo/pages'), { recursive: true });
    for (const file of translatedFiles()) {
      const document: unknown = load(readFileSync(join(projectRoot, `demo/${file}.en.yaml`), 'utf8'));
      // JSON is YAML.
      writeFileSync(join(folder, `demo/${file}.${code}.yaml`), JSON.stringify(translated(document, word, read)));
    }
  }
}
