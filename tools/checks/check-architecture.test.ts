import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkArchitecture, judgeArchitecture } from './check-architecture.ts';
import { type Import, type ImportGraph, importGraph } from './import-graph.ts';

/** Builds a graph from `'a/one.ts': ['b/two.ts', 'types b/three.ts', 'node:path', 'node_modules/a/']`. */
function buildGraph(files: Record<string, string[]>): ImportGraph {
  function readImport(words: string): Import {
    const to = words.replace('types ', '');
    const kind = to.startsWith('node:') ? 'node' : to.startsWith('node_modules/') ? 'package' : 'file';
    return { to, typeOnly: words !== to, kind };
  }
  const targets = Object.values(files)
    .flat()
    .map(readImport)
    .flatMap(({ to, kind }) => (kind === 'file' ? [to] : []));
  return new Map([...Object.keys(files), ...targets].map((file) => [file, (files[file] ?? []).map(readImport)]));
}

const judge = (files: Record<string, string[]>) => judgeArchitecture(buildGraph(files));
const crowd = (folder: string, ending: string) =>
  Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${folder}/file-${index}${ending}`, []]));

test('a project without faults has no finding: each room imports only rooms that it names, and tests import anything', () => {
  expect(
    judge({
      'base/ids.ts': ['node:crypto'],
      'content/model.ts': ['base/ids.ts'],
      'site/islands/share.island.tsx': ['site/browser/overlays/toasts.ts', 'site/ui/cx.ts'],
      'site/browser/entry.ts': ['types site/page-payload.ts', 'content/locales.ts'],
      'site/pages/home.tsx': ['site/route-patterns.ts', 'content/model.ts', 'site/blocks/hero.tsx'],
      'site/routes.ts': ['site/pages/home.tsx'],
      'server/http/answer.ts': ['types server/log.ts'],
      'server/main.ts': ['server/http/answer.ts', 'site/routes.ts', 'parts/parts.ts'],
      'parts/parts.ts': ['parts/archive/part.ts'],
      'parts/archive/part.ts': ['server/http/answer.ts', 'base/ids.ts', 'parts/archive/entry.ts'],
      'cms/src/plugins/texts/server/routes.ts': ['cms/src/plugins/ledger/server/ledger.ts', 'cms/src/rules/rule.ts'],
      'content/replica/replica.test.ts': ['server/main.ts'],
      ...crowd('site/ui', '.test.tsx'),
    }),
  ).toEqual([]);
});

test.each([
  [
    'an import of a room that is not named, if only of its types',
    { 'site/islands/a.island.tsx': ['types site/forms/b.ts'], 'site/drawings/a.ts': ['types site/forms/b.ts'] },
    'site/drawings/a.ts → site/forms/b.ts: site/drawings may not import site/forms',
  ],
  [
    'an import that leads up',
    { 'content/a.ts': ['types content/replica/b.ts'] },
    'content/a.ts → content/replica/b.ts: leads up, from content to content/replica',
  ],
  [
    'a base that knows the project',
    { 'base/a.ts': ['content/model.ts'] },
    'base/a.ts → content/model.ts: leads up, from base to model',
  ],
  [
    'a part that knows another part',
    { 'parts/cdn/part.ts': ['parts/archive/part.ts'] },
    'parts/cdn/part.ts → parts/archive/part.ts: parts/cdn may not import parts/archive',
  ],
  [
    'a core that knows a part',
    { 'server/pages/a.ts': ['parts/cdn/part.ts'] },
    'server/pages/a.ts → parts/cdn/part.ts: leads up, from server/pages to parts/cdn',
  ],
  [
    'a plug-in that knows another plug-in',
    { 'cms/src/plugins/texts/a.ts': ['cms/src/plugins/releases/b.ts'] },
    'cms/src/plugins/texts/a.ts → cms/src/plugins/releases/b.ts: cms/plugins/texts may not import cms/plugins/releases',
  ],
  ['a file of no room', { 'deploy/a.ts': [] }, 'deploy/a.ts: belongs to no room of tools/checks/architecture.ts'],
  [
    'a browser file that reaches a package of the server',
    { 'site/browser/entry.ts': ['site/ui/a.ts'], 'site/ui/a.ts': ['node_modules/markdown-it/'] },
    'site/browser/entry.ts → site/ui/a.ts → node_modules/markdown-it/: no file of the browser reaches a package of the server or a module of Node',
  ],
  [
    'a browser file that cuts a payload',
    { 'site/browser/entry.ts': ['site/page-payload.ts'] },
    "site/browser/entry.ts → site/page-payload.ts: the browser knows the type of a payload; cutting one is the server's work",
  ],
  [
    'an island that uses more of the browser than what is for islands',
    { 'site/islands/a.island.tsx': ['site/browser/entry.ts'] },
    'site/islands/a.island.tsx → site/browser/entry.ts: islands use the services of the browser that are made for them',
  ],
  [
    'a panel that reaches Node through a rule',
    { 'cms/src/admin/app.tsx': ['cms/src/rules/rule.ts', 'node_modules/react/'], 'cms/src/rules/rule.ts': ['node:fs'] },
    'cms/src/admin/app.tsx → cms/src/rules/rule.ts → node:fs: the panel of Strapi runs in the browser: it reaches no module of Node, and only these packages',
  ],
  [
    'a test that needs the types of Strapi',
    { 'tests/a.test.ts': ['types cms/src/rules/b.ts'], 'cms/src/rules/b.ts': ['types node_modules/@strapi/strapi/'] },
    'tests/a.test.ts → cms/src/rules/b.ts → node_modules/@strapi/strapi/: the packages of Strapi are installed in cms/ only: outside, import what does not need them',
  ],
  [
    'a circle of folders, if only of types',
    {
      'site/ui/text/a.tsx': ['site/ui/media/b.tsx'],
      'site/ui/media/b.tsx': ['site/ui/icons/c.tsx'],
      'site/ui/icons/c.tsx': ['types site/ui/text/a.tsx'],
    },
    'circle of folders: site/ui/text → site/ui/media → site/ui/icons → site/ui/text',
  ],
  ['a crowded folder', crowd('site/ui', '.tsx'), 'site/ui: 21 source files side by side'],
  [
    'code that imports a test',
    { 'site/ui/a.ts': ['site/ui/b.test.ts'] },
    'site/ui/a.ts → site/ui/b.test.ts: only tests import tests',
  ],
])('the check finds %s', (_case, files: Record<string, string[]>, finding) => {
  expect(judge(files)).toEqual([finding]);
});

test('the graph follows imports, exports, types and Strapi’s names without extension; an almost empty project is a finding', () => {
  const root = mkdtempSync(join(tmpdir(), 'brokerfront-architecture-'));
  const files = {
    'package.json': '{ "dependencies": { "react": "1.0.0" }, "devDependencies": { "vite": "1.0.0" } }',
    'site/a.tsx':
      "import { join } from 'node:path';\nimport type { B } from './b.ts';\nexport { c } from './c';\nimport './d.css';\nimport { useState } from 'react';\nexport const e = () => import('vite');",
    'site/b.ts': '',
    'site/c.ts': '',
    'site/d.css': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  expect(importGraph(root, ['site', 'parts']).get('site/a.tsx')).toEqual([
    { to: 'node:path', typeOnly: false, kind: 'node' },
    { to: 'site/b.ts', typeOnly: true, kind: 'file' },
    { to: 'site/d.css', typeOnly: false, kind: 'asset' },
    { to: 'node_modules/react/', typeOnly: false, kind: 'package' },
    { to: 'site/c.ts', typeOnly: false, kind: 'file' },
    { to: 'node_modules/vite/', typeOnly: false, kind: 'development-package' },
  ]);
  expect(checkArchitecture(root).findings).toEqual(
    expect.arrayContaining([
      'only 3 modules were checked: most of the project is missing',
      'the panel of Strapi was not checked',
    ]),
  );
  rmSync(root, { recursive: true, force: true });
});
