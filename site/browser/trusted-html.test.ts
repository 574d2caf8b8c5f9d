import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';

/** Lines of code that pass text to an HTML sink without `trustedHtml`. A browser without Trusted Types would accept it. */
function untrusted(source: string): string[] {
  const code = source.replace(/\/\*.*?\*\//gs, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /\.(?:innerHTML|outerHTML|srcdoc) \+?= |\b(?:insertAdjacentHTML|parseFromString|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|document\.write)\(/.test(
          line,
        ) && !line.includes('trustedHtml('),
    );
}

test('all HTML that the browser code writes goes through the one policy', () => {
  const files = ['site/browser', 'site/islands', 'parts/embed/frame'].flatMap((room) =>
    readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => join(room, name)),
  );
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.flatMap((file) => untrusted(readFileSync(join(projectRoot, file), 'utf8')).map((line) => `${file}: ${line}`)),
  ).toEqual([]);
});

test.each([
  ['main.innerHTML = payload.main;', 1],
  ["head.insertAdjacentHTML('beforeend', text);", 1],
  ["new DOMParser().parseFromString(text, 'text/html')", 1],
  ['main.innerHTML = trustedHtml(payload.main);', 0],
  ['// main.innerHTML = text', 0],
  ['const shown = main.innerHTML;', 0],
])('%s', (source, found) => {
  expect(untrusted(source)).toHaveLength(found);
});
