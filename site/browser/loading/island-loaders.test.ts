import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../tools/project-root.ts';
import { loadIsland } from './island-loaders.ts';

const files = readdirSync(join(projectRoot, 'site/islands')).filter((name) => name.endsWith('.island.tsx'));

test.each(files)('%s exports one component, which the browser finds by its file name', async (file) => {
  const name = file.replace('.island.tsx', '');
  const exported = Object.keys((await import(`../../islands/${file}`)) as object);
  const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(exported).toEqual([pascal]);
  expect((await loadIsland(name)).name).toBe(pascal);
});

test('an island of another release is not found', async () => {
  await expect(loadIsland('from-another-release')).rejects.toThrow('There is no island from-another-release.');
});
