import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { judgeRooms } from './check-rooms.ts';
import type { Import, ImportGraph } from './import-graph.ts';
import { drawPicture, pictureFindings, removeImplied, replacePicture } from './room-picture.ts';

const root = mkdtempSync(join(tmpdir(), 'brokerfront-rooms-'));
const record = 'docs/decisions/0006-words-shared-by-server-and-browser.md';

beforeEach(() => {
  mkdirSync(join(root, 'docs/decisions'), { recursive: true });
  writeFileSync(join(root, record), '# 0006 Islands may import from `site/browser/`');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Builds a graph from `'a/one.ts': ['b/two.ts', 'types b/three.ts']`. */
function buildGraph(files: Record<string, string[]>): ImportGraph {
  const imports = (words: string): Import => ({
    to: words.replace('types ', ''),
    typeOnly: words.startsWith('types '),
    kind: 'file',
  });
  const targets = Object.values(files)
    .flat()
    .map((words) => imports(words).to);
  return new Map(
    [...new Set([...Object.keys(files), ...targets])].map((file) => [file, (files[file] ?? []).map(imports)]),
  );
}

/** The one upward import that a decision names; without it, the check would report the decision as unneeded. */
const named = { 'site/islands/a.island.tsx': ['site/browser/overlays/toasts.ts'] };
const judge = (files: Record<string, string[]>) => judgeRooms(buildGraph({ ...named, ...files }), root).findings;

test('a project without faults has no finding: downward imports, imports in tests, and a recorded exception', () => {
  expect(
    judge({
      'server/main.ts': ['server/http/answer.ts', 'site/routes.ts'],
      'server/http/answer.ts': ['types server/log.ts'],
      'site/routes.ts': ['site/pages/home.tsx'],
      'site/pages/home.tsx': ['site/route-patterns.ts', 'content/model.ts'],
      'content/replica/replica.test.ts': ['server/main.ts'],
    }),
  ).toEqual([]);
});

test.each([
  [
    'a circle of rooms',
    {
      'site/ui/text/a.tsx': ['site/ui/media/b.tsx'],
      'site/ui/media/b.tsx': ['site/ui/icons/c.tsx'],
      'site/ui/icons/c.tsx': ['site/ui/text/a.tsx'],
    },
    /^circle of site\/ui\/icons, site\/ui\/media, site\/ui\/text: /,
  ],
  [
    'one that types close',
    {
      'accounts/mail/a.ts': ['accounts/outbox/b.ts', 'accounts/outbox/c.ts'],
      'accounts/outbox/b.ts': ['types accounts/mail/a.ts'],
    },
    /: accounts\/outbox → accounts\/mail \(1, types only\), accounts\/mail → accounts\/outbox \(2\)$/,
  ],
  [
    'one through a file beside rooms',
    { 'content/model.ts': ['content/parse/a.ts'], 'content/parse/a.ts': ['content/model.ts'] },
    /^circle of content\/model\.ts, content\/parse: /,
  ],
  [
    'an import of a higher layer',
    { 'site/ui/a.tsx': ['site/pages/b.tsx'] },
    /^up: site\/ui\/a\.tsx → site\/pages\/b\.tsx: from “small pieces, and what a page is” to “pages”/,
  ],
  [
    'one of types',
    { 'content/a.ts': ['types content/replica/b.ts'] },
    /^up: content\/a\.ts → content\/replica\/b\.ts \(types only\)/,
  ],
  ['a file of no layer', { 'deploy/a.ts': ['content/b.ts'] }, /^deploy\/a\.ts: belongs to no layer$/],
  [
    'a crowded folder',
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`site/ui/part-${index}.tsx`, []])),
    /^site\/ui: 21 source files side by side, more than 20$/,
  ],
])('the check finds %s', (_case, files, finding) => {
  expect(judge(files as Record<string, string[]>)).toContainEqual(expect.stringMatching(finding));
});

test('tests make no folder crowded', () => {
  expect(
    judge(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`site/ui/part-${index}.test.tsx`, []]))),
  ).toEqual([]);
});

test('a record that permits an import must exist, name its target, and be needed', () => {
  expect(judgeRooms(buildGraph({}), root).findings).toEqual([
    `${record}: names an arrow to site/browser/ that is not there`,
  ]);
  expect(judgeRooms(buildGraph(named), join(root, 'nowhere')).findings).toEqual([`${record}: does not exist`]);
  writeFileSync(join(root, record), '# 0006 Of something else');
  expect(judge({})).toEqual([`${record}: does not speak of site/browser/`]);
});

test('the picture shows rooms in layers, imports of types as dashes, and no implied arrows', () => {
  const arrow = (typeOnly = false) => ({ imports: 1, typeOnly });
  expect(
    removeImplied(
      new Map([
        [
          'a',
          new Map([
            ['b', arrow()],
            ['c', arrow()],
          ]),
        ],
        ['b', new Map([['c', arrow(true)]])],
        ['c', new Map()],
      ]),
    ),
  ).toEqual([
    ['a', 'b', false],
    ['b', 'c', true],
  ]);
  expect(
    drawPicture(
      buildGraph({
        'site/pages/a/b.tsx': ['types site/ui/c.tsx', 'content/locales.ts'],
        'tools/d.ts': ['site/ui/c.tsx'],
      }),
    ),
  ).toMatchInlineSnapshot(`
    "flowchart TB
      subgraph layer6["pages"]
        site_pages["site/pages/"]
      end
      subgraph layer3["small pieces, and what a page is"]
        site_ui["site/ui/"]
      end
      subgraph layer0["words of the content"]
        content_0["content/<br>locales"]
      end
      site_pages --> content_0
      site_pages -.-> site_ui"
  `);
});

test('the picture in the document is that of the code', () => {
  expect(pictureFindings(projectRoot)).toEqual([]);
  const place = '# A\n<!-- picture: npm run rooms -- draw -->\nold\n<!-- /picture -->\nb';
  expect(replacePicture(replacePicture(place, 'one'), 'two')).toBe(replacePicture(place, 'two'));
  expect(replacePicture(place, 'two')).toContain('```mermaid\ntwo\n```\n<!-- /picture -->\nb');
  expect(() => replacePicture('# A', 'two')).toThrow('has no “<!-- picture');
});
