import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArrows } from './check-arrows.ts';

const project = mkdtempSync(join(tmpdir(), 'brokerfront-arrows-'));
let report: ReturnType<typeof checkArrows>;

const files: Record<string, string> = {
  'node_modules/markdown-it/package.json': '{ "name": "markdown-it", "version": "1.0.0", "main": "index.js" }',
  'node_modules/markdown-it/index.js': 'module.exports = {};',
  'server/config.ts': 'export interface Config { port: number }',
  'content/locales.ts': 'export const locales = 3;',
  'site/ui/markdown.ts': "import md from 'markdown-it'; export const render = md;",
  'site/ui/cx.ts': 'export const cx = 1;',
  'site/blocks/Hero.ts': "import { cx } from '../ui/cx.ts'; export const hero = cx;",
  'site/pages/page.ts':
    "import type { Config } from '../../server/config.ts'; export const page = (config: Config) => config;",
  'site/browser/entry.ts': "import { render } from '../ui/markdown.ts'; export const start = render;",
  'site/islands/share.island.tsx':
    "import { hero } from '../blocks/Hero.ts'; import { join } from 'node:path'; export const share = [hero, join];",
  'site/consent/registry.ts': 'export const categories = 3;',
  'site/consent/form.ts': "import { cx } from '../ui/cx.ts'; export const form = cx;",
  'site/page-payload.ts': 'export interface Payload { main: string } export const cut = 1;',
  'site/browser/allowed.ts':
    "import { categories } from '../consent/registry.ts'; import type { Payload } from '../page-payload.ts'; export const show = (page: Payload) => [page, categories];",
  'site/browser/cutter.ts': "import { cut } from '../page-payload.ts'; export const cutter = cut;",
  'site/browser/overlays/toasts.ts': 'export const toast = 1;',
  'site/islands/allowed.island.tsx':
    "import { toast } from '../browser/overlays/toasts.ts'; export const shown = toast;",
  'site/islands/loose.island.tsx': "import { show } from '../browser/allowed.ts'; export const loose = show;",
  'site/ui/allowed.ts': "import { categories } from '../consent/registry.ts'; export const known = categories;",
  'content/allowed.ts': "import { locales } from './locales.ts'; export const known = locales;",
  'content/forbidden.ts': "import { cx } from '../site/ui/cx.ts'; export const known = cx;",
  'cms/src/admin/app.tsx':
    "import type { Core } from '@strapi/strapi'; import { useState } from 'react'; import { rule } from '../rules/rule'; export const app = (core: Core) => [core, useState, rule];",
  'cms/src/rules/rule.ts': "import { readFileSync } from 'node:fs'; export const rule = readFileSync;",
  'cms/src/gate/row.ts': "import type { Core } from '@strapi/strapi'; export interface Row { core: Core }",
  'tests/rows.test.ts': "import type { Row } from '../cms/src/gate/row.ts'; export const rows: Row[] = [];",
  'content/one.ts': "import { two } from './two.ts'; export const one = () => two;",
  'content/two.ts': "import { one } from './one.ts'; export const two = () => one;",
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  report = checkArrows(project);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each([
  ['a page that knows the server, if only its types', /^site-pages: site\/pages\/page\.ts → server\/config\.ts/],
  ['the same as a breach of the whole site', /^site: site\/pages\/page\.ts → server\/config\.ts/],
  [
    'a browser file that reaches markdown-it through ui',
    /^browser-reaches-server-package: site\/browser\/entry\.ts → .*markdown-it/,
  ],
  ['an island that imports a module of Node', /^browser-imports-node: site\/islands\/share\.island\.tsx → /],
  ['an island that imports a block', /^site-islands: site\/islands\/share\.island\.tsx → site\/blocks\/Hero\.ts/],
  [
    'an island that imports more of the browser than what is for islands',
    /^site-islands: site\/islands\/loose\.island\.tsx → site\/browser\/allowed\.ts/,
  ],
  ['words of consent that know a component', /^site-consent: site\/consent\/form\.ts → site\/ui\/cx\.ts/],
  ['a browser file that takes more of a payload than its type', /^browser-cuts-payload: site\/browser\/cutter\.ts → /],
  ['content that imports the site', /^content: content\/forbidden\.ts → site\/ui\/cx\.ts/],
  [
    'a rule of Strapi that the panel imports, and that needs Node',
    /^panel-reaches-node: cms\/src\/admin\/app\.tsx → cms\/src\/rules\/rule\.ts → node:fs/,
  ],
  [
    'a test that needs the types of Strapi',
    /^reaches-strapi: tests\/rows\.test\.ts → cms\/src\/gate\/row\.ts → node_modules\/@strapi\/strapi/,
  ],
  ['modules that import each other', /^no-cycles: content\/(?:one|two)\.ts → /],
  ['too few modules for the whole project', /^only \d+ modules were checked/],
])('the check finds %s', (_, finding) => {
  expect(report.findings).toContainEqual(expect.stringMatching(finding));
});

test('the check accepts imports that the table allows', () => {
  expect(
    report.findings.filter((finding) => /^\S+ \S*allowed\.(?:ts|island\.tsx) →|blocks\/Hero\.ts →/.test(finding)),
  ).toEqual([]);
});
