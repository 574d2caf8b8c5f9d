/** A part of the panel has its words also when another plug-in is taken out. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{admin,plugins}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
/** Words that no plug-in's removal takes away: those of the panel itself, and those of the ledger, which stays. */
const lasting = ['admin/translations.json', 'plugins/ledger/words.json'];

function readWords(files: readonly string[]): string[] {
  return files
    .map((file) => join(root, file))
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { en: object }).en));
}

test('each area of words is in the words of its own plug-in, of the ledger or of the panel', () => {
  const areas = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/useSay\('([^']+)'\)/g)].map(([, area]) => ({ file, area }));
  });
  expect(areas).toContainEqual({ file: 'admin/zone-field.tsx', area: 'time' });
  const strangers = areas.filter(({ file, area }) => {
    const [folder, name = ''] = dirname(file).split('/');
    // What the panel shows without plug-ins has no other words than its own.
    const own = folder === 'admin' ? lasting.slice(0, 1) : [...lasting, `plugins/${name}/words.json`];
    return !readWords(own).some((key) => key.startsWith(`${area}.`));
  });
  expect(strangers).toEqual([]);
});
