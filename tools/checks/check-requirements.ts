/** Checks `docs/requirements.yaml`: every statement occurs once, its proof exists, and each mark has statements. Renders its page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { findWrongTest, renderTable } from './document-parts.ts';

/** The number of statements in the specification. */
const fewestRows = 201;

const words = v.pipe(v.string(), v.minLength(1));
const statementSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^S\d{3}$/)),
  marks: v.pipe(v.string(), v.regex(/^(?:R\d\d(?:, R\d\d)*|–)$/)),
  says: words,
  where: words,
  'shown by': v.pipe(v.array(words), v.minLength(1)),
});
export const requirementsSchema = v.strictObject({
  introduction: words,
  marks: v.record(v.pipe(v.string(), v.regex(/^R\d\d$/)), words),
  sections: v.array(v.strictObject({ title: words, statements: v.array(statementSchema) })),
  decided: v.record(words, words),
});
export type Requirements = v.InferOutput<typeof requirementsSchema>;

const isDecision = /^docs\/decisions\/[\w-]+\.md$/;
const decidedReference = /^Decided: (R\d\d|S\d{3})$/;

/** Formats numbers of statements in ranges: `S036–S039, S041`. */
function inRanges(numbers: readonly string[]): string {
  const ranges: [first: string, last: string][] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open && Number(open[1].slice(1)) + 1 === Number(number.slice(1))) open[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ');
}

function statementsByMark({ sections }: Requirements): Map<string, string[]> {
  const byMark = new Map<string, string[]>();
  for (const { id, marks } of sections.flatMap(({ statements }) => statements))
    for (const mark of marks.match(/R\d\d/g) ?? []) byMark.set(mark, [...(byMark.get(mark) ?? []), id]);
  return byMark;
}

/** Writes the page `docs/requirements.md`. */
export function renderRequirements(requirements: Requirements): string {
  const { introduction, marks, sections, decided } = requirements;
  const byMark = statementsByMark(requirements);
  const markRows = Object.entries(marks).map(([mark, about]) => ({
    mark: `<a id="${mark.toLowerCase()}"></a>${mark}`,
    'what it is about': about,
    statements: inRanges(byMark.get(mark) ?? []),
  }));
  return (
    [
      '# Requirements',
      introduction.trim(),
      '## Rows',
      renderTable(markRows),
      ...sections.flatMap(({ title, statements }) => [`## ${title}`, renderTable(statements)]),
      '## Decided',
      'Where the specification leaves a choice, or can be read in two ways.',
      renderTable(Object.entries(decided).map(([about, decision]) => ({ about, decision }))),
    ].join('\n\n') + '\n'
  );
}

/** @param root the folder to which the paths are relative. */
export function checkRequirements(data: unknown, root: string): { rows: number; findings: string[] } {
  const { success, issues, output } = v.safeParse(requirementsSchema, data);
  if (!success) return { rows: 0, findings: issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) };
  const { marks, sections, decided } = output;
  const findings: string[] = [];
  const rows = sections.flatMap(({ statements }) => statements);

  function findWrongProof(proof: string): string | null {
    const wrongTest = findWrongTest(proof, root);
    if (wrongTest !== undefined) return wrongTest;
    if (isDecision.test(proof)) return existsSync(join(root, proof)) ? null : `${proof} does not exist`;
    const about = decidedReference.exec(proof)?.[1];
    if (about) return Object.hasOwn(decided, about) ? null : `nothing is decided about ${about}`;
    return `“${proof}” is neither a test nor a decision`;
  }

  const seen = new Map<string, string>();
  const firstWrong = rows.findIndex(({ id }, index) => id !== `S${String(index + 1).padStart(3, '0')}`);
  if (firstWrong >= 0)
    findings.push(`${rows[firstWrong]?.id}: numbers follow the order of the page; append new statements at the end`);
  for (const { id, says, 'shown by': proofs } of rows) {
    const other = seen.get(says.toLowerCase());
    if (other) findings.push(`${id}: says the same as ${other}`);
    seen.set(says.toLowerCase(), id);
    for (const wrong of proofs.map(findWrongProof)) if (wrong) findings.push(`${id}: ${wrong}`);
  }
  const byMark = statementsByMark(output);
  for (const mark of byMark.keys())
    if (!Object.hasOwn(marks, mark)) findings.push(`${mark}: has statements, and does not stand under “marks”`);
  for (const mark of Object.keys(marks)) if (!byMark.has(mark)) findings.push(`${mark}: no statement has this mark`);
  if (rows.length < fewestRows)
    findings.push(`there are ${rows.length} statements; the specification has ${fewestRows}`);
  return { rows: rows.length, findings };
}
