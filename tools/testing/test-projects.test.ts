import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualPrograms } from '../test-programs.mjs';
import { projectRoot } from '../project-root.ts';
import { groupByProject, isExhaustive, slowFiles, findNeeds, findProject, listTestFiles } from './test-projects.ts';

test('every file is in one project, and every project has files', () => {
  const projects = groupByProject();
  expect(Object.values(projects).flat().sort()).toEqual(listTestFiles());
  expect(projects.journey).toHaveLength(1);
  for (const { length } of Object.values({ ...projects, journey: projects.strapi })) expect(length).toBeGreaterThan(3);
});

/** Finds a test file by name in any folder. @throws when there is none. */
function named(name: string): string {
  const found = listTestFiles().find((file) => file.endsWith(`/${name}.test.ts`));
  if (!found) throw new Error(`there is no ${name}.test.ts`);
  return found;
}

test.each([
  ['own-path', 'unit'],
  ['test-projects', 'unit'],
  ['chunk-sizes', 'site'],
  ['retention', 'site'],
  ['sitemaps', 'alone'],
  ['enumeration', 'alone'],
  ['linear-time', 'site'],
  ['header', 'site'],
  ['consent', 'site'],
  ['preview', 'strapi'],
] as const)('%s is of the project %s', (name, project) => {
  expect(findProject(named(name))).toBe(project);
});

test('the files in the list of slow tests exist', () => {
  expect([...slowFiles].filter((file) => !listTestFiles().includes(file))).toEqual([]);
});

test('a file needs the programs that any of its imports needs', () => {
  expect([...findNeeds(named('account-journey'))].sort()).toEqual(['browser', 'postgres', 'processes']);
  expect([...findNeeds(named('account-limits'))]).toContain('valkey');
  expect([...findNeeds(named('cv-quarantine'))]).toContain('clamd');
  expect([...findNeeds(named('own-path'))]).toEqual([]);
});

test('a whole `npm test` needs the programs that the first step installs for it', () => {
  const needs = new Set(
    listTestFiles()
      .filter((file) => !isExhaustive(file))
      .flatMap((file) => [...findNeeds(file)]),
  );
  needs.delete('processes');
  expect([...needs].sort()).toEqual([...usualPrograms].sort());
});

test('tests/README.md says of each file that only `npm run test:exhaustive` runs which fault could slip past', () => {
  const text = readFileSync(join(projectRoot, 'tests/README.md'), 'utf8');
  const files = listTestFiles().filter(isExhaustive);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !text.includes(`\`${file}\``))).toEqual([]);
});
