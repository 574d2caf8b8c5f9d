/** Tests the contents of the server's build (docs/decisions/0074-the-build-prepares-the-start.md). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';

test('the built server has the production versions of its libraries, with any NODE_ENV', () => {
  const files = globSync('dist/server/**/*.js', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(5);
  const code = files.map((file) => readFileSync(join(projectRoot, file), 'utf8'));
  expect(code.some((text) => text.includes('renderToString'))).toBe(true);
  // The first text reads NODE_ENV at run time; the second one is only in React's development build.
  for (const [index, text] of code.entries())
    expect([files[index], /process\.env\.NODE_ENV|jsxDEVImpl/.test(text)]).toEqual([files[index], false]);
});
