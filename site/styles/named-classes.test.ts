/** A class that a component names and its stylesheet lacks is `undefined` at run time: no compiler says so. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';

const folder = join(projectRoot, 'site');

test('every class that a component names is in its stylesheet', () => {
  let named = 0;
  const missing = globSync('**/*.tsx', { cwd: folder }).flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, variable, file = '']) => {
      const css = readFileSync(join(folder, dirname(name), file), 'utf8');
      const defined = new Set([...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, className]) => className));
      const used = [...code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(
        ([, className = '']) => className,
      );
      named += used.length;
      return used.filter((className) => !defined.has(className)).map((className) => `${name}: ${className}`);
    });
  });
  expect(named).toBeGreaterThan(200);
  expect(missing).toEqual([]);
});
