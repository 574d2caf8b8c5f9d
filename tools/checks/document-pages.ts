/** Two documents are data: `docs/requirements.yaml` and `docs/threats.yaml`. `npm run format` writes a page from each, and `npm run check` compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { checkRequirements } from './check-requirements.ts';
import { checkThreats } from './check-threats.ts';
import type { CheckedDocument } from './document-parts.ts';

const checks = { requirements: checkRequirements, threats: checkThreats };

/** Checks the data of a document, and renders its page. */
function readDocument(name: keyof typeof checks, root: string): CheckedDocument {
  return checks[name](load(readFileSync(join(root, `docs/${name}.yaml`), 'utf8')), root);
}

/** Checks the data of a document, and that its page is the one that the data makes. */
export function checkDocument(name: keyof typeof checks, root: string): CheckedDocument {
  const { page, rows, findings } = readDocument(name, root);
  const file = join(root, `docs/${name}.md`);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== page)
    findings.push(`docs/${name}.md is not the page of docs/${name}.yaml: run \`npm run format\``);
  return { page, rows, findings };
}

/** Writes both pages. */
export function writePages(root: string): void {
  for (const name of ['requirements', 'threats'] as const)
    writeFileSync(join(root, `docs/${name}.md`), readDocument(name, root).page);
}
