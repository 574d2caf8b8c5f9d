/** Checks `docs/threats.yaml`: its tests exist, and each requirement of ASVS levels 1 and 2 has exactly one row, with an answer. Renders its page. */
import * as v from 'valibot';
import { type CheckedDocument, findWrongTest, parseData, renderPage, renderTable, words } from './data-documents.ts';
import requirements from './asvs-requirements.json' with { type: 'json' };

export const asvsLevels: ReadonlyMap<string, number> = new Map([
  ...requirements.level1.map((id) => [id, 1] as const),
  ...requirements.level2.map((id) => [id, 2] as const),
]);

const tests = v.optional(v.pipe(v.array(words), v.minLength(1)));
const asvsSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^V\d+\.\d+\.\d+$/)),
  level: v.number(),
  words,
  state: v.picklist(['met', 'n/a', 'open']),
  answer: v.optional(words),
  tests,
});
/** A row of the other tables. */
const plainRow = v.objectWithRest({ tests, state: v.optional(v.never()) }, words);
const part = { title: words, text: v.optional(words), rows: v.optional(v.array(v.union([asvsSchema, plainRow]))) };
const schema = v.strictObject({
  introduction: words,
  sections: v.array(v.strictObject({ ...part, sections: v.optional(v.array(v.strictObject(part))) })),
});
type Threats = v.InferOutput<typeof schema>;

/** Writes the page `docs/threats.md`. */
function renderThreats({ introduction, sections }: Threats): string {
  const render = (
    level: string,
    { title, text, rows, sections: inner = [] }: Threats['sections'][number],
  ): string[] => [
    `${level} ${title}`,
    ...(text ? [text] : []),
    ...(rows ? [renderTable(rows)] : []),
    ...inner.flatMap((section) => render(`${level}#`, section)),
  ];
  const title = '# Threats: who, what, where it is met, and which test';
  return renderPage([title, introduction, ...sections.flatMap((section) => render('##', section))]);
}

/** @param root the folder to which the paths are relative. @param levels by identifier; tests pass few. */
export function checkThreats(data: unknown, root: string, levels = asvsLevels): CheckedDocument {
  const threats = parseData(schema, data);
  const findings: string[] = [];
  const seen = new Set<string>();
  for (const section of threats.sections.flatMap((outer) => [outer, ...(outer.sections ?? [])]))
    for (const row of section.rows ?? []) {
      const find = (what: string) => findings.push(`${v.is(asvsSchema, row) ? row.id : section.title}: ${what}`);
      for (const reference of row.tests ?? []) {
        const wrong = findWrongTest(reference, root);
        if (wrong !== null) find(wrong ?? `“${reference}” names no test`);
      }
      if (!v.is(asvsSchema, row)) continue;
      const { id, level, state, answer = '' } = row;
      if (seen.has(id)) find('is there twice');
      seen.add(id);
      if (!levels.has(id)) find('is no requirement of level 1 or 2');
      else if (level !== levels.get(id)) find(`is of level ${levels.get(id)}, not ${level}`);
      // `check-references.ts` checks that the files and sections exist.
      if (state === 'met' && !row.tests && !/`[\w/-]+\.[\w.-]+`|\]\(/.test(answer))
        find('is met, and names neither a file, a test nor a section');
      if (state !== 'met' && answer.length < 15) find(`is ${state} without a reason`);
    }
  for (const id of levels.keys()) if (!seen.has(id)) findings.push(`${id}: is missing`);
  return { page: renderThreats(threats), rows: seen.size, findings };
}
