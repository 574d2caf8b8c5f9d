/** Takes out each part with its line, as `parts/README.md` says: what is left has no type error, builds, starts, and passes its unit tests. */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { exhaustive } from '../sampled.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'brokerfront-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parts = globSync('parts/*/part.ts', { cwd: projectRoot }).map((file) => basename(dirname(file)));

/** Copies what git tracks, without a part, its line, and the tests that use it. @returns the folder of the copy. */
async function copyWithout(part: string): Promise<string> {
  const copy = join(folder, part);
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: projectRoot, maxBuffer: 1e8 });
  const files = stdout.split('\0').filter((file) => file && !file.startsWith(`parts/${part}/`));
  const itsImport = new RegExp(`from '[^']*/${part}/`);
  for (const file of files) {
    if (/\.test\.tsx?$|\/tests\//.test(file) && itsImport.test(readFileSync(join(projectRoot, file), 'utf8'))) continue;
    cpSync(join(projectRoot, file), join(copy, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  const list = join(copy, 'parts/parts.ts');
  const [, name = ''] =
    new RegExp(`import \\{ (\\w+) \\} from './${part}/part.ts';`).exec(readFileSync(list, 'utf8')) ?? [];
  const left = readFileSync(list, 'utf8')
    .replace(new RegExp(`.*/${part}/part.ts';\n`), '')
    .replace(new RegExp(`(?<=[[ ])${name}(?:, )?(?=[\\w\\]])`), '');
  expect(left).not.toContain(name);
  writeFileSync(list, left);
  return copy;
}

test.each(parts)(
  'without %s, the rest has no type error, builds, starts, and passes its unit tests',
  exhaustive,
  async (part) => {
    const cwd = await copyWithout(part);
    const node = (...parameters: string[]) => run(process.execPath, parameters, { cwd, maxBuffer: 1e8 });
    await node('node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.');
    await node('tools/build.ts');
    await using site = await startBuiltSite(
      { BROKERFRONT_ROOT: cwd, DATA_DIR: join(cwd, 'data'), ARCHIVE: 'on' },
      join(cwd, 'dist/server/main.js'),
    );
    expect((await fetch(`${site.url}/es/forex`)).status).toBe(200);
    // What documents still say of the part is for whoever takes it out: `npm run check -- references` names it.
    const documents = ['--exclude', 'tools/checks/check-references.test.ts'];
    await node('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...documents);
  },
);
