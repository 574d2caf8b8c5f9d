/** Checks `docs/requirements.yaml`: every statement occurs once, its proof exists, and each mark has statements. Renders its page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type CheckedDocument, findWrongTest, parseData, renderPage, renderTable, words } from './data-documents.ts';

const statementSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^S\d{3}$/)),
  marks: v.pipe(v.string(), v.regex(/^(?:R\d\d(?:, R\d\d)*|–)$/)),
  says: words,
  where: words,
  'shown by': v.pipe(v.array(words), v.minLength(1)),
});
const schema = v.strictObject({
  introduction: words,
  marks: v.record(v.pipe(v.string(), v.regex(/^R\d\d$/)), words),
  sections: v.array(v.strictObject({ title: words, statements: v.array(statementSchema) })),
  decided: v.record(words, words),
});

const isDecision = /^docs\/decisions\/[\w-]+\.md$/;
const decidedReference = /^Decided: (R\d\d|S\d{3})$/;

/** Writes the page `docs/requirements.md`. */
function renderRequirements({ introduction, marks, sections, decided }: v.InferOutput<typeof schema>): string {
  return renderPage([
    '# Requirements',
    introduction,
    '## Rows',
    renderTable(
      Object.entries(marks).map(([mark, about]) => ({ mark: `<a id="${mark.toLowerCase()}"></a>${mark}`, about })),
    ),
    ...sections.flatMap(({ title, statements }) => [`## ${title}`, renderTable(statements)]),
    '## Decided',
    'Where the specification leaves a choice, or can be read in two ways.',
    renderTable(Object.entries(decided).map(([about, decision]) => ({ about, decision }))),
  ]);
}

/** @param root the folder to which the paths are relative. */
export function checkRequirements(data: unknown, root: string): CheckedDocument {
  const requirements = parseData(schema, data);
  const { marks, sections, decided } = requirements;
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
  const wrong = rows.find(({ id }, index) => Number(id.slice(1)) !== index + 1);
  if (wrong) findings.push(`${wrong.id}: numbers follow the order of the page; append new statements at the end`);
  const used = new Set(rows.flatMap((row) => row.marks.match(/R\d\d/g) ?? []));
  for (const { id, says, 'shown by': proofs } of rows) {
    const other = seen.get(says.toLowerCase());
    if (other) findings.push(`${id}: says the same as ${other}`);
    seen.set(says.toLowerCase(), id);
    for (const reason of proofs.map(findWrongProof)) if (reason) findings.push(`${id}: ${reason}`);
  }
  for (const mark of used)
    if (!Object.hasOwn(marks, mark)) findings.push(`${mark}: has statements, and does not stand under “marks”`);
  for (const mark of Object.keys(marks)) if (!used.has(mark)) findings.push(`${mark}: no statement has this mark`);
  return { page: renderRequirements(requirements), rows: rows.length, findings };
}
