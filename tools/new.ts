/** `npm run new -- page|block|island NAME` and `-- language CODE`: creates a part that compiles and is registered, with messages and, except for a language, a test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fieldKinds } from './new/block-fields.ts';
import { newBlock } from './new/new-block.ts';
import { newIsland } from './new/new-island.ts';
import { newLanguage } from './new/new-language.ts';
import { newPage } from './new/new-page.ts';
import { projectRoot } from './project-root.ts';

const usage = `npm run new -- page NAME | block NAME [FIELD:KIND …] | island NAME | language CODE\n  NAME in small letters with hyphens, such as open-days; FIELD:KIND such as quote:markdown or role:text? (optional), of the kinds ${fieldKinds.join(', ')}; CODE as in addresses, such as fr.`;

const [kind = '', name = '', ...fields] = process.argv.slice(2);
const make = {
  page: () => newPage(projectRoot, name),
  block: () => newBlock(projectRoot, name, fields.length > 0 ? fields : undefined),
  island: () => newIsland(projectRoot, name),
  language: () => newLanguage(projectRoot, name),
}[kind];

try {
  if (!make || !name) throw new Error(usage);
  const { written, next } = make();
  // The formatter knows only these kinds of files.
  const sources = written.filter((path) => /\.(?:tsx?|css)$/.test(path));
  execFileSync(process.execPath, [join(projectRoot, 'tools/format.ts'), ...sources], { stdio: 'ignore' });
  console.log(
    `\n${written.map((path) => `  ${path}`).join('\n')}\n\n${next.map((step) => `  ${step}`).join('\n')}\n  Then: npm run check, and ${kind === 'language' ? 'npm run test:unit' : 'npm test -- with the test next to it'}.\n`,
  );
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
