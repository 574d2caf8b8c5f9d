/** Checks `docs/requirements.md`: each row has a test whose title begins with its mark (`R24: …`), and each mark in such a title has a row. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFile } from './import-graph.ts';
import { listSourceFiles } from './project-files.ts';

export const requirementsFile = 'docs/requirements.md';
/** Tests of the checks contain wrong marks on purpose. */
export const testsOfChecks = /^tools\/checks\/[\w/-]+\.test\.ts$/;
const marksOfTitle = /(?<=['"`])R\d\d(?:, R\d\d)*(?=: )/g;

/** Reads the marks of the table. @param root the folder of the project. */
export function readMarks(root: string): string[] {
  const file = join(root, requirementsFile);
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/(?<=^\| )R\d\d(?= \|)/gm) ?? []) : [];
}

/** @param root the folder of the project; the test passes a small one. */
export function checkRequirements(root: string): { rows: number; findings: string[] } {
  const marks = readMarks(root);
  const tested = new Set<string>();
  const findings = marks.flatMap((mark, index) =>
    marks.indexOf(mark) === index ? [] : [`${requirementsFile}: ${mark} is there twice`],
  );
  for (const file of listSourceFiles(root)) {
    if (!testFile.test(file) || testsOfChecks.test(file)) continue;
    for (const [titleMarks] of readFileSync(join(root, file), 'utf8').matchAll(marksOfTitle))
      for (const mark of titleMarks.split(', ')) {
        tested.add(mark);
        if (!marks.includes(mark)) findings.push(`${file}: ${requirementsFile} has no ${mark}`);
      }
  }
  for (const mark of marks)
    if (!tested.has(mark)) findings.push(`${requirementsFile}: the title of no test begins with “${mark}: ”`);
  return { rows: marks.length, findings };
}
