/** `npm run new -- page|block|island NAME`: creates one that compiles, is registered, and has messages in three languages and a test. */
import { blockRooms, newBlock } from './new/new-block.ts';
import { newIsland } from './new/new-island.ts';
import { newPage } from './new/new-page.ts';
import { projectRoot } from './project-root.ts';

const usage = `npm run new -- page NAME | block NAME [${blockRooms.join('|')}] | island NAME\n  NAME in small letters with hyphens, such as open-days.`;

const [kind = '', name = '', room] = process.argv.slice(2);
const blockRoom = blockRooms.find((known) => known === (room ?? 'text'));
const make = {
  page: () => newPage(projectRoot, name),
  block: () => newBlock(projectRoot, name, blockRoom),
  island: () => newIsland(projectRoot, name),
}[kind];

try {
  if (!make || !name || !blockRoom) throw new Error(usage);
  const { written, next } = make();
  console.log(
    `\n${written.map((path) => `  ${path}`).join('\n')}\n\n${next.map((step) => `  ${step}`).join('\n')}\n  Then: npm run check, and npm test -- with the test that stands beside it.\n`,
  );
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
