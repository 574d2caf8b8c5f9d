import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReferences } from './check-references.ts';
import { projectRoot } from '../project-root.ts';

test('every target in comments and documents exists', () => {
  const { followed, findings } = checkReferences(projectRoot);
  expect(findings).toEqual([]);
  // Fewer would mean that the check no longer finds the references.
  expect(followed.marks).toBeGreaterThan(150);
  expect(followed.paths).toBeGreaterThan(500);
  for (const [kind, count] of Object.entries(followed)) expect(count, kind).toBeGreaterThan(0);
});

const project = mkdtempSync(join(tmpdir(), 'brokerfront-references-'));
let report: ReturnType<typeof checkReferences>;
const files: Record<string, string> = {
  'package.json': '{ "scripts": { "start": "" } }',
  'lint.jsonc': '{ "files": ["site/entry.ts", "site/left.tsx"] }',
  'docs/requirements.md': '| R01 | the pages | here |',
  'docs/traps.md': '## P1 A trap\nIts text.',
  'docs/decisions/0001-one.md': '# 0001 One',
  'docs/decisions/0001-two.md': '# 0001 Two',
  'docs/decisions/0002-three.md': '# 3 Three',
  'docs/decisions/four.md': '# Four',
  'docs/good.md':
    'R01, trap P1, `site/*.ts`, `site/pages/{name}.tsx`, `pages/home.tsx`, `site/pages/`, `npm run start`, [one](decisions/0001-one.md), [a trap](traps.md#p1-a-trap), [home](/forex), `application/json`, `dist/server/main.js`.\n```\nsite/gone.ts, R99\n```',
  'docs/bad.md':
    'R98\n`R99`\ntrap P9\n`site/gone.ts`\n`home.ts`\n`npm run stop`\n[gone](gone.md)\n[part](traps.md#p2)\n[here](#nowhere)\n`site/{name}.css`',
  'site/README.md': '# site\n`pages/`',
  'site/lost/a.ts': 'export const a = 1;',
  'site/entry.ts':
    "/** R01, docs/decisions/0001-one.md, trap P1, site/entry.ts, `pages/home.tsx`, GDPR, POPIA section 23, and/or. */\nexport const text = 'R97 site/lost.ts decision 7', path = '/site/moved.ts', address = 'site/entry.ts', elsewhere = 'other/gone.ts';",
  'site/pages/home.tsx':
    '// R97\n/* decision 7 */\n// (issue 3)\n// section 5\n// (P3)\n// see site/lost.ts\n// `lost.ts`\nexport const home = <p>// R96</p>;',
  'site/pages/home.css': 'p { color: red } /* R94 */',
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  report = checkReferences(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the check finds only the missing targets, each at its place', () => {
  const nowhere = (words: string) => `“${words}” leads nowhere; name the file, or the mark of a requirement`;
  expect(report.findings.toSorted()).toEqual(
    [
      'docs/bad.md:1: docs/requirements.md has no R98',
      'docs/bad.md:2: docs/requirements.md has no R99',
      'docs/bad.md:3: docs/traps.md has no P9',
      'docs/bad.md:4: site/gone.ts does not exist',
      'docs/bad.md:5: home.ts does not exist',
      'docs/bad.md:6: there is no script “stop”',
      'docs/bad.md:7: the link to gone.md leads nowhere',
      'docs/bad.md:8: docs/traps.md has no section “p2”',
      'docs/bad.md:9: docs/bad.md has no section “nowhere”',
      'docs/bad.md:10: site/{name}.css does not exist',
      'docs/decisions/0001-two.md: has the number of docs/decisions/0001-one.md',
      'docs/decisions/0002-three.md: its heading does not begin with 0002',
      'docs/decisions/four.md: its name does not begin with four digits',
      'lint.jsonc:1: site/left.tsx does not exist',
      'site/entry.ts:2: site/moved.ts does not exist',
      'site/lost: no README.md here or in an outer folder describes it',
      'site/pages/home.css:1: docs/requirements.md has no R94',
      'site/pages/home.tsx:1: docs/requirements.md has no R97',
      `site/pages/home.tsx:2: ${nowhere('decision 7')}`,
      `site/pages/home.tsx:3: ${nowhere('(issue 3')}`,
      `site/pages/home.tsx:4: ${nowhere('section 5')}`,
      `site/pages/home.tsx:5: ${nowhere('(P3)')}`,
      'site/pages/home.tsx:6: site/lost.ts does not exist',
      'site/pages/home.tsx:7: lost.ts does not exist',
    ].toSorted(),
  );
});
