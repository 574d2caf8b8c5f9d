/**
 * `npm run pictures`: takes screenshots of all blocks and reports changes. `npm run pictures -- accept NAME…` accepts changes of the last run by name;
 * `accept all` accepts all of them.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedFolder, reportFolder } from '../tests/screens/block-pictures.ts';
import { projectRoot } from './project-root.ts';

const reportSuffix = '.after.webp';
const [verb, ...names] = process.argv.slice(2);

function accept(): void {
  const changedNames = existsSync(reportFolder)
    ? readdirSync(reportFolder).flatMap((file) =>
        file.endsWith(reportSuffix) ? [file.slice(0, -reportSuffix.length)] : [],
      )
    : [];
  const acceptedNames = names.includes('all') ? changedNames : names;
  const unknown = acceptedNames.filter((name) => !changedNames.includes(name));
  if (acceptedNames.length === 0 || unknown.length > 0) {
    console.error(
      `\n  ${unknown.length > 0 ? `Not changed: ${unknown.join(', ')}.` : 'Name a picture.'} Changed pictures: ${changedNames.join(', ') || 'none; `npm run pictures` takes them'}\n`,
    );
    process.exit(78);
  }
  mkdirSync(acceptedFolder, { recursive: true });
  for (const name of acceptedNames) {
    copyFileSync(join(reportFolder, `${name}${reportSuffix}`), join(acceptedFolder, `${name}.webp`));
    for (const which of ['before', 'after', 'difference'])
      rmSync(join(reportFolder, `${name}.${which}.webp`), { force: true });
    console.log(`  accepted ${name}`);
  }
}

if (verb === 'accept') accept();
else if (verb === undefined) {
  const { status } = spawnSync(process.execPath, ['tools/test.ts', 'tests/screens/block-pictures'], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
} else {
  console.error('\n  npm run pictures, or npm run pictures -- accept NAME…\n');
  process.exit(78);
}
