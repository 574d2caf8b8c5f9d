/** `npm run dev`: what a developer changes is in the next answer, whether the page was asked for before or not. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../scripts/project-root.ts';
import { startBuiltSite } from './start-built-site.ts';
import { until } from './until.ts';

/** The sources, so that the test changes none of the repository's. */
async function copyOfTheSources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-dev-'));
  const made = new Set(['.git', 'node_modules', 'dist', 'data', '.tmp', '.cache']);
  await cp(projectRoot, folder, { recursive: true, filter: (path) => !made.has(basename(path)) });
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('hot reload: a change of the layout, of a page and of the content', { timeout: 120_000 }, async () => {
  const folder = await copyOfTheSources();
  const site = await startBuiltSite({ NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), BROKERFRONT_ROOT: folder }, join(folder, 'scripts/dev.ts'));
  const shows = async (path: string, text: string) => (await (await fetch(`${site.url}${path}`)).text()).includes(text);
  const insertAfter = async (file: string, place: string, text: string) => {
    const source = await readFile(join(folder, file), 'utf8');
    expect(source).toContain(place);
    await writeFile(join(folder, file), source.replace(place, `${place}${text} `));
  };
  try {
    for (const [file, place, text] of [
      ['site/layout/MainMenu.tsx', '<nav ', 'data-of-the-menu=""'],
      ['site/layout/Document.tsx', '<main ', 'data-of-the-page=""'],
      ['demo/pages/about.en.yaml', 'eyebrow: ', 'Words of a test'],
    ] as const) {
      expect(await shows('/about', text)).toBe(false);
      await insertAfter(file, place, text);
      await until(() => shows('/about', text), `a change of ${file}`);
    }
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
