/** Checks `docs/requirements.md` against the project: every statement occurs once, its proof exists, and each mark has its row. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of statements in the specification. */
const fewestRows = 201;

interface RequirementsReport {
  rows: number;
  findings: string[];
}

/** The path of a test file › the exact title of a test. */
const testReference = /^`([^`]+\.test\.tsx?)` › (.+)$/;
const decisionReference = /^`(docs\/decisions\/[\w-]+\.md)`$/;
const decidedReference = /^Decided: (R\d\d|S\d{3})$/;

/** Whether a file contains the title as a string, in which quotes may be escaped. */
export function holdsTitle(source: string, title: string): boolean {
  const plain = source.replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => plain.includes(`${quote}${title}${quote}`));
}

/** Formats numbers of statements as a row has them: `S036–S039, S041`. */
function inRanges(numbers: readonly string[]): string {
  const ranges: [first: string, last: string][] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open && Number(open[1].slice(1)) + 1 === Number(number.slice(1))) open[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** Checks that the row of each mark lists exactly the statements that name the mark. */
function markFindings(markdown: string, statements: ReadonlyMap<string, string[]>): string[] {
  const rows = [...markdown.matchAll(/^\| <a id="(r\d\d)"><\/a>(R\d\d) \| [^|]+ \| ([^|]+) \|$/gm)];
  const named = new Set(rows.map(([, , name = '']) => name));
  return [
    ...[...statements.keys()]
      .filter((name) => !named.has(name))
      .map((name) => `${name}: has statements, and no row of its own`),
    ...rows.flatMap(([, anchor, name = '', written]) => {
      const expected = inRanges(statements.get(name) ?? []);
      return [
        ...(anchor === name.toLowerCase() ? [] : [`${name}: its anchor is “${anchor}”`]),
        ...(written === expected ? [] : [`${name}: its statements are ${expected || 'none'}, not ${written}`]),
      ];
    }),
  ];
}

/** @param markdown the text of `docs/requirements.md`. @param root the folder to which its paths are relative. */
export function checkRequirements(markdown: string, root: string): RequirementsReport {
  const findings: string[] = [];
  const rows = markdown
    .split('\n')
    .filter((line) => /^\| S\d/.test(line))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  const sources = new Map<string, string | null>();
  const sourceOf = (path: string) => {
    if (!sources.has(path))
      sources.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
    return sources.get(path) ?? null;
  };

  function wrongProof(proof: string): string | null {
    const [, path = '', title = ''] = testReference.exec(proof) ?? [];
    if (path) {
      const source = sourceOf(path);
      if (source === null) return `${path} does not exist`;
      return holdsTitle(source, title) ? null : `${path} has no test “${title}”`;
    }
    const decision = decisionReference.exec(proof)?.[1];
    if (decision) return sourceOf(decision) === null ? `${decision} does not exist` : null;
    const decided = decidedReference.exec(proof)?.[1];
    if (decided) return markdown.includes(`- **${decided}**`) ? null : `nothing is decided about ${decided}`;
    return `“${proof}” is neither a test nor a decision`;
  }

  const seen = new Map<string, string>();
  let inOrder = true;
  const byMark = new Map<string, string[]>();
  for (const [index, [number = '', mark = '', statement = '', where = '', proofs = '', ...more]] of rows.entries()) {
    const find = (what: string) => findings.push(`${number}: ${what}`);
    // Said once: every later row differs from its place as well.
    const expected = `S${String(index + 1).padStart(3, '0')}`;
    if (number !== expected && inOrder) {
      inOrder = false;
      find(`expected ${expected}: numbers follow the order of the page; append new rows at the end`);
    }
    if (!/^(?:R\d\d(?:, R\d\d)*|–)$/.test(mark)) find(`“${mark}” is no mark of a row`);
    else for (const name of mark.match(/R\d\d/g) ?? []) byMark.set(name, [...(byMark.get(name) ?? []), number]);
    if (more.length > 0 || !statement || !where || !proofs) find('has not five cells');
    const other = seen.get(statement.toLowerCase());
    if (other) find(`says the same as ${other}`);
    seen.set(statement.toLowerCase(), number);
    for (const proof of proofs.split('<br>').map((part) => part.trim())) {
      const wrong = wrongProof(proof);
      if (wrong) find(wrong);
    }
  }
  findings.push(...markFindings(markdown, byMark));
  if (rows.length < fewestRows)
    findings.push(`there are ${rows.length} rows; the specification has ${fewestRows} statements`);
  return { rows: rows.length, findings };
}
