/** Checks `docs/threats.md`: what it refers to exists, and each requirement of ASVS levels 1 and 2 has exactly one row, with an answer. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdsTitle } from './check-requirements.ts';
import { readAnchors } from './prose.ts';
import requirements from './asvs-requirements.json' with { type: 'json' };

interface ThreatsReport {
  rows: number;
  findings: string[];
}

export const asvsLevels: ReadonlyMap<string, number> = new Map([
  ...requirements.level1.map((id) => [id, 1] as const),
  ...requirements.level2.map((id) => [id, 2] as const),
]);

const row = /^\| (V\d+\.\d+\.\d+) \|/;
const testReference = /`([^`\s]+\.test\.tsx?)` › (.+?)(?=(?:, `[^`\s]+\.test\.tsx?` ›|<br>| \||; `|; <|$))/g;
/** A path in backticks, with a folder of the project and an extension. Text that only resembles a path (`/api/consent`, `DATA_DIR/cv`) begins differently. */
const fileReference =
  /`((?:site|content|accounts|server|demo|cms|tools|tests|docs)\/[\w./-]+\.\w+|package-lock\.json|vite\.config\.ts)`/g;
const section = /\]\(#([\w-]+)\)/g;
/** Characters; a shorter text is no reason. */
const shortestReason = 15;

/** @param markdown the text of `docs/threats.md`. @param root the folder to which its paths are relative. @param levels by identifier; tests pass few. */
export function checkThreats(markdown: string, root: string, levels = asvsLevels): ThreatsReport {
  const findings: string[] = [];
  const sources = new Map<string, string | null>();
  const readSource = (path: string) => {
    if (!sources.has(path))
      sources.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
    return sources.get(path) ?? null;
  };
  const anchors = readAnchors(markdown);

  /** Records a finding for each broken reference of a line. @returns the number of valid references. */
  function references(line: string, where: string): number {
    let good = 0;
    const judge = (wrong: string | null) => {
      if (wrong) findings.push(`${where}: ${wrong}`);
      else good += 1;
    };
    for (const [, path = '', title = ''] of line.matchAll(testReference)) {
      const source = readSource(path);
      // A remark may follow the title, in brackets or after a semicolon.
      const titles = [title.trim(), title.trim().replace(/\s*\([^)]*\)$/, ''), title.split('; ')[0] ?? ''];
      judge(
        source !== null && !titles.some((candidate) => holdsTitle(source, candidate))
          ? `${path} has no test “${title.trim()}”`
          : null,
      );
    }
    for (const [, path = ''] of line.matchAll(fileReference))
      judge(readSource(path) === null ? `${path} does not exist` : null);
    for (const [, name = ''] of line.matchAll(section))
      judge(anchors.has(name) ? null : `there is no section “${name}”`);
    return good;
  }

  const seen = new Set<string>();
  let place = 'the page';
  for (const line of markdown.split('\n')) {
    const id = row.exec(line)?.[1];
    if (/^#+ /.test(line)) place = line.replace(/^#+ /, '');
    if (!id) {
      references(line, place);
      continue;
    }
    const find = (what: string) => findings.push(`${id}: ${what}`);
    const [, level = '', words = '', state = '', answer = '', ...more] = line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim());
    if (seen.has(id)) find('is there twice');
    seen.add(id);
    if (!levels.has(id)) find('is no requirement of level 1 or 2');
    else if (level !== String(levels.get(id))) find(`is of level ${levels.get(id)}, not ${level}`);
    if (more.length > 0 || !words || !answer) find('has not five cells');
    const named = references(answer, id);
    if (state === 'met') {
      if (named === 0) find('is met, and names neither a file, a test nor a section');
    } else if (state !== 'n/a' && state !== 'open') find(`“${state}” is none of met, n/a and open`);
    else if (answer.length < shortestReason) find(`is ${state} without a reason`);
  }
  for (const id of levels.keys()) if (!seen.has(id)) findings.push(`${id}: is missing`);
  return { rows: seen.size, findings };
}
