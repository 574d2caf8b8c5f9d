/** Refuses words that are hard to read, in comments, documents, names and titles of tests. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readComments, removeFences } from './prose.ts';
import { listSourceFiles } from './project-files.ts';

interface RefusedWord {
  word: RegExp;
  /** What to write instead. */
  instead: string;
}

const inProse: readonly RefusedWord[] = [
  { word: /\bwhoever\b/i, instead: 'name who it is: the visitor, the caller, a reader' },
  { word: /\banew\b/i, instead: '“again”, or “a new …”' },
  { word: /\bof nothing\b(?! else)/i, instead: '“empty”' },
  { word: /\bwhat is made of\b/i, instead: '“derived from”' },
  {
    word: /\bbeside (?:the )?(?:others?|visitors|requests|renders|tests|work|load|a whole)\b/i,
    instead: '“while”, “with” or “in addition to”: beside is a place',
  },
  { word: /\bmirror(?:s|ed|ing)?\b(?![^\s`]*\.sqlite)/i, instead: '“replica”' },
  {
    word: /(?:^|[.;] )Who(?:m|se)? (?:asks?|comes|gets|has|can|cannot|reads|waits|waited|needs|wants|looks|sees|uses)\b[^?*]*$/,
    instead: 'a sentence that begins with its subject: “A visitor who …”',
  },
  {
    word: /(?:^|[.;] )What (?:is|was|are|were|has|had|cannot|did) [^.?;]* (?:is|are|was|were|has|have|stays|goes|gets|comes)\b/,
    instead: 'a sentence that begins with its subject: “Stale pages are …”',
  },
  { word: /\b(?:say|says|said|saying) nothing\b/i, instead: '“is empty”, “has no effect”, or what is missing' },
  { word: /(?<!there )\bis none\b(?! of)/i, instead: '“is not a …”' },
  { word: /\bin one go\b/i, instead: '“at once”, or “in one transaction”' },
  { word: /\bfor sure\b/i, instead: '“certainly”, or leave it out' },
  {
    word: /\b(?:is|are|was|were) (?:had|heard) (?:by|in|of)\b/i,
    instead: 'the active voice: who has it, who hears it',
  },
];

/** Parts of names. */
const inNames: readonly RefusedWord[] = [
  { word: /[Mm]irror(?!\S*sqlite)/, instead: '“replica”' },
  { word: /\basked|Asked/, instead: '“request” or “query”' },
  { word: /(?<!under|out|notwith)(?:\bstanding|Standing)/, instead: 'what it is: “count”, “linkStatus”, “storedCopy”' },
  { word: /\belsewhere|Elsewhere/, instead: 'where: “inWorker”, “fromOtherRegion”' },
  { word: /\bapart|Apart/, instead: 'where: “inWorker”, “inProcess”' },
];
/** A verb is clearer: `findBytes` instead of `bytesOf`. */
const endsInOf =
  /\b(?:const|let|function\*?|class|interface|type|get|static|async)\s+#?(\w+Of)\b|^\s+#?(\w+Of)\(.*\{$/gm;
/** A title is a plain statement with a subject. Groups 1 and 2: a title of its own, and one after a table of cases. */
const riddle = /\btest\S*\(\s*'((?:what|who|it|its) [^']*)'|\]\)\(\s*'((?:what|who|it|its) [^']*)'/g;
const sourceFile = /(?<!\.d)\.(?:tsx?|mts|mjs|js|css)$/;

function findIn(file: string, line: number, text: string, words: readonly RefusedWord[]): string[] {
  return text.split('\n').flatMap((rawLine, index) => {
    const part = rawLine.replace(/^\s*(?:\*+|\/\/)?\s*/, '');
    return words.flatMap(({ word, instead }) =>
      [...part.matchAll(new RegExp(word, `${word.flags}g`))].map(
        ([found]) => `${file}:${line + index} “${found.slice(0, 60).trim()}”: write ${instead}`,
      ),
    );
  });
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** The code without comments and strings, with its line breaks. */
function withoutProse(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm, blank)
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, blank);
}

/** @param root the folder of the project; the test passes a small one. */
export function checkWords(root: string): string[] {
  const found: string[] = [];
  for (const file of listSourceFiles(root)) {
    // This check and its test name the words.
    if (basename(file).startsWith('check-words.') || !(file.endsWith('.md') || sourceFile.test(file))) continue;
    const text = readFileSync(join(root, file), 'utf8');
    if (file.endsWith('.md')) {
      found.push(...findIn(file, 1, removeFences(text), inProse));
      continue;
    }
    for (const { text: comment, line } of readComments(file, text)) found.push(...findIn(file, line, comment, inProse));
    for (const { 1: title, 2: titleOfTable, index } of text.matchAll(riddle))
      found.push(`${file}:${text.slice(0, index).split('\n').length} “${title ?? titleOfTable}”: begin with a subject`);
    const code = file.endsWith('.css') ? '' : withoutProse(text);
    found.push(...findIn(file, 1, basename(file).replaceAll('-', ' '), inNames), ...findIn(file, 1, code, inNames));
    for (const { 1: name, 2: method, index } of code.matchAll(endsInOf))
      found.push(`${file}:${code.slice(0, index).split('\n').length} “${name ?? method}”: write a verb`);
  }
  return found;
}
