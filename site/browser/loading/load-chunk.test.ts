import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { projectRoot } from '../../../tools/project-root.ts';

/** The one exception: only `island-element.ts` uses its loaders, and passes them to `loadChunk`. */
const table = 'site/browser/loading/island-loaders.ts';

/** Lines with a dynamic import, comments excluded, that does not go through `loadChunk` as R61 requires. */
function bareImports(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(/.*\bimport\s*\(.*/g)]
    .map(([line]) => line.trim())
    .filter(
      (line) => !/loadChunk\(\(\) => import\('[^']+'\)\)/.test(line) || line.match(/\bimport\s*\(/g)?.length !== 1,
    );
}

test('every dynamic import of the browser goes through loadChunk', () => {
  const files = ['site/browser', 'site/islands'].flatMap((room) =>
    readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(room, name)),
  );
  const found = files
    .filter((file) => file !== table)
    .flatMap((file) => bareImports(readFileSync(join(projectRoot, file), 'utf8')).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
  const users = files.filter((file) =>
    /from '.*\/island-loaders\.ts'/.test(readFileSync(join(projectRoot, file), 'utf8')),
  );
  expect(users).toEqual(['site/browser/loading/island-element.ts']);
});

test.each([
  ["const x = () => import('./x.ts');", 1],
  ["await (await import('./x.ts')).y();", 1],
  ['void import(name);', 1],
  ["loadChunk(() => Promise.all([import('./x.ts'), import('./y.ts')]))", 1],
  ["const { y } = await loadChunk(() => import('./x.ts'));", 0],
  ["// import('./x.ts') is not for here", 0],
  ["import { y } from './x.ts';", 0],
])('%s', (source, found) => {
  expect(bareImports(source)).toHaveLength(found);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

/** A new document at a path, in the same tab. @returns how often it is reloaded when a chunk does not come. */
async function failIn(tab: Map<string, string>, pathname: string): Promise<number> {
  vi.resetModules();
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { pathname, reload });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelectorAll: () => [], querySelector: () => null });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
  });
  const { loadChunk } = await import('./load-chunk.ts');
  const failed = loadChunk(() => Promise.reject(new Error('the chunk is gone'))).catch(() => 'thrown');
  await Promise.race([failed, Promise.resolve().then(() => undefined)]);
  return reload.mock.calls.length;
}

test('R61: a path is reloaded once in 10 000 ms, another path too', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tab = new Map<string, string>();
  expect(await failIn(tab, '/forex')).toBe(1);
  expect(await failIn(tab, '/forex')).toBe(0);
  expect(await failIn(tab, '/crypto')).toBe(1);
  vi.setSystemTime(Date.now() + 9_999);
  expect(await failIn(tab, '/forex')).toBe(0);
  vi.setSystemTime(Date.now() + 1);
  expect(await failIn(tab, '/forex')).toBe(1);
});
