/** Two documents are data: `docs/requirements.yaml` and `docs/threats.yaml`. `npm run format` writes a page from each, and `npm run check` compares. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { renderRequirements, requirementsSchema } from './check-requirements.ts';
import { renderThreats, threatsSchema } from './check-threats.ts';

const pages = {
  requirements: (data: unknown) => renderRequirements(v.parse(requirementsSchema, data)),
  threats: (data: unknown) => renderThreats(v.parse(threatsSchema, data)),
};

/** The data of a document, not yet checked. */
export function readData(name: keyof typeof pages, root: string): unknown {
  return load(readFileSync(join(root, `docs/${name}.yaml`), 'utf8'));
}

/** Says whether the page is the one that its data makes. */
export function findStalePage(name: keyof typeof pages, root: string): string[] {
  const page = join(root, `docs/${name}.md`);
  const isCurrent = existsSync(page) && readFileSync(page, 'utf8') === pages[name](readData(name, root));
  return isCurrent ? [] : [`docs/${name}.md is not the page of docs/${name}.yaml: run \`npm run format\``];
}

/** Writes both pages. */
export function writePages(root: string): void {
  for (const name of ['requirements', 'threats'] as const)
    writeFileSync(join(root, `docs/${name}.md`), pages[name](readData(name, root)));
}
