/**
 * Checks that all references in comments and documents exist: marks of requirements (R12), records of decisions, traps, paths, npm scripts and
 * links. A reference to a list outside the repository is a finding, because a reader cannot follow it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { readMarks, requirementsFile, testsOfChecks } from './check-requirements.ts';
import { generatedFolders, listSourceFiles } from './project-files.ts';

const traps = 'docs/traps.md';
const decisions = 'docs/decisions';

const mark = /\bR\d\d\b/g;
const trap = /\btraps? (P\d+)\b/gi;
const command = /\bnpm run (?:--silent )?([a-z][\w-]*)/g;
/** Finds references by number to sources outside the repository: a private list, an issue, a chapter of another document. */
const externalReferences =
  /\bdecisions? \d+|\((?:issue|part) \d|\bissue (?:part )?\d|\([PT]\d{1,2}\)|(?<!(?:POPIA|GDPR|FAIS Act)(?:, | ))\bsections? \d+(?! of ASVS)/i;
const sourceName = /^(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mts|css)$/;

interface CodeComment {
  text: string;
  /** The line on which the comment begins, from 1. */
  line: number;
}

const countLine = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/**
 * Reads the comments of a source file. Ignores text that only looks like a comment in strings and in JSX.
 * @param file selects by its extension how to read the text: CSS with a pattern, everything else with a parser.
 */
function readComments(file: string, text: string): CodeComment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: comment, index }) => ({
      text: comment,
      line: countLine(text, index),
    }));
  return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: countLine(text, start) }));
}

/** Empties code fences, because commands and pictures are not references. Keeps line breaks, and so line numbers. */
function removeFences(markdown: string): string {
  return markdown.replaceAll(/^(```+)[\s\S]*?^\1/gm, (fence) => fence.replaceAll(/[^\n]/g, ''));
}

/** Lists the anchors of a Markdown document: those that GitHub generates for headings, and `<a id="…">`. */
function readAnchors(markdown: string): Set<string> {
  const headings = [...removeFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

/** Turns a path as documents write it into a glob: `{name}` stands for anything, like `*`. */
function asPattern(path: string): string {
  return path.replaceAll(/\{[^{},]+\}/g, '*').replace(/\/$/, '');
}

/** Finds folders with source files that have no README of their own and are not named in the README of an enclosing folder. */
function roomsWithoutWords(files: readonly string[], readText: (file: string) => string): string[] {
  const folders = new Set(
    files
      .filter((file) => /\.tsx?$/.test(file) && file.includes('/') && !file.startsWith('cms/'))
      .map((file) => dirname(file)),
  );
  return [...folders]
    .filter((folder) => {
      const parts = folder.split('/');
      const around = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      return !around.some((outer) =>
        outer === folder
          ? readText(`${outer}/README.md`)
          : readText(`${outer}/README.md`).includes(`\`${folder.slice(folder.lastIndexOf('/') + 1)}/\``),
      );
    })
    .map((folder) => `${folder}: no README.md here or in an outer folder describes it`);
}

/** @param root the folder of the project; tests of this check pass a small one. */
export function checkReferences(root: string) {
  const files = listSourceFiles(root);
  const rooms = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/', 1)[0] ?? ''));
  const readText = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const marks = new Set(readMarks(root));
  const trapNames = new Set([...readText(traps).matchAll(/^## (P\d+) /gm)].map(([, name]) => name));
  const scripts = new Set(
    ['package.json', 'cms/package.json'].flatMap((file) =>
      Object.keys((JSON.parse(readText(file) || '{}') as { scripts?: object }).scripts ?? {}),
    ),
  );
  /** Number of references checked, by kind. */
  const followed = { marks: 0, decisions: 0, traps: 0, paths: 0, commands: 0, links: 0 };
  const findings: string[] = [];

  const exists = (path: string) =>
    path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));
  /** Tells whether a path exists; null when the text is not a path of this project, but an address, a package or a generated file. */
  function isThere(written: string, folder: string): boolean | null {
    const path = asPattern(written);
    const ours = rooms.has(path.split('/', 1)[0] ?? '') && /^[\w./*{},[\]-]+$/.test(path) && written.includes('/');
    if (path.split('/').some((part) => generatedFolders.has(part)) || (!ours && !sourceName.test(path))) return null;
    return (
      exists(path) ||
      exists(posix.join(folder, path)) ||
      (sourceName.test(path) && files.some((file) => file.endsWith(`/${path}`)))
    );
  }

  function follow(where: string, folder: string, text: string, paths: Iterable<string>): void {
    const judge = (kind: keyof typeof followed, good: boolean, sentence: string) => {
      followed[kind] += 1;
      if (!good) findings.push(`${where}: ${sentence}`);
    };
    for (const [name] of text.matchAll(mark)) judge('marks', marks.has(name), `${requirementsFile} has no ${name}`);
    for (const [, name = ''] of text.matchAll(trap))
      judge('traps', trapNames.has(name.toUpperCase()), `${traps} has no ${name}`);
    for (const [, name = ''] of text.matchAll(command))
      judge('commands', scripts.has(name), `there is no script “${name}”`);
    const [externalReference] = externalReferences.exec(text) ?? [];
    if (externalReference)
      findings.push(`${where}: “${externalReference}” leads nowhere; name the file, or the mark of a requirement`);
    for (const path of new Set(paths)) {
      const there = isThere(path, folder);
      if (there !== null)
        judge(path.startsWith(`${decisions}/`) ? 'decisions' : 'paths', there, `${path} does not exist`);
    }
  }

  function followComment(file: string, { text, line }: CodeComment): void {
    const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
    const bare = [...text.matchAll(/(?<![\w./`@:-])((?:[a-z]+\/)[\w./*-]*\.[a-z]+)\b/g)]
      .map(([, path = '']) => path)
      .filter((path) => rooms.has(path.split('/', 1)[0] ?? ''));
    follow(`${file}:${line}`, dirname(file), text, [...quoted, ...bare]);
  }

  /** Checks paths in strings, which no compiler does. Callers skip tests, where a path may be invented. */
  function followPathsInStrings(file: string): void {
    for (const { 2: path = '', index } of readText(file).matchAll(
      /(['"`])\/?((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mts))\1/g,
    )) {
      if (!rooms.has(path.split('/', 1)[0] ?? '')) continue;
      followed.paths += 1;
      if (!existsSync(join(root, path)))
        findings.push(`${file}:${readText(file).slice(0, index).split('\n').length}: ${path} does not exist`);
    }
  }

  function followDocument(file: string): void {
    const text = readText(file);
    const folder = dirname(file);
    for (const [index, line] of removeFences(text).split('\n').entries()) {
      const where = `${file}:${index + 1}`;
      follow(
        where,
        folder,
        line,
        [...line.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path),
      );
      for (const [, target = ''] of line.matchAll(/\]\(([^()\s]+)\)/g)) {
        // Skips web addresses, and addresses of the site in examples of content.
        if (/^(?:[a-z]+:|\/)/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const aim = path ? posix.join(folder, path) : file;
        followed.links += 1;
        if (!existsSync(join(root, aim))) findings.push(`${where}: the link to ${target} leads nowhere`);
        else if (anchor && aim.endsWith('.md') && !readAnchors(readText(aim)).has(anchor))
          findings.push(`${where}: ${aim} has no section “${anchor}”`);
      }
    }
  }

  for (const file of files) {
    if (testsOfChecks.test(file)) continue;
    if (file.endsWith('.md')) followDocument(file);
    else if (/^[^/]+\.jsonc?$/.test(file) && file !== 'package-lock.json') followPathsInStrings(file);
    else if (/\.(?:tsx?|mts|mjs|js|css)$/.test(file)) {
      if (!/\.test\.tsx?$/.test(file)) followPathsInStrings(file);
      for (const comment of readComments(file, readText(file))) followComment(file, comment);
    }
  }
  findings.push(...roomsWithoutWords(files, readText));
  const records = files.filter((file) => file.startsWith(`${decisions}/`));
  for (const [index, file] of records.entries()) {
    const number = /^\d{4}(?=-)/.exec(posix.basename(file))?.[0];
    const before = records[index - 1];
    if (!number) findings.push(`${file}: its name does not begin with four digits`);
    else if (before && posix.basename(before).startsWith(`${number}-`))
      findings.push(`${file}: has the number of ${before}`);
    else if (!readText(file).startsWith(`# ${number} `))
      findings.push(`${file}: its heading does not begin with ${number}`);
  }
  return { followed, findings };
}
