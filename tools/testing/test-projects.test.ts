import { expect, test } from 'vitest';
import { filesByProject, long, needsOf, projectOf, testFiles } from './test-projects.ts';

test('every file is in one project, and every project has files', () => {
  const projects = filesByProject();
  expect(Object.values(projects).flat().sort()).toEqual(testFiles());
  for (const { length } of Object.values(projects)) expect(length).toBeGreaterThan(3);
});

/** Finds a test file by name in any folder. @throws when there is none. */
function named(name: string): string {
  const found = testFiles().find((file) => file.endsWith(`/${name}.test.ts`));
  if (!found) throw new Error(`there is no ${name}.test.ts`);
  return found;
}

test.each([
  ['own-path', 'unit'],
  ['test-projects', 'unit'],
  ['sizes', 'http'],
  ['retention', 'http'],
  ['sitemaps', 'apart'],
  ['enumeration', 'apart'],
  ['linear-time', 'http'],
  ['header', 'browser'],
  ['consent', 'browser'],
  ['preview', 'strapi'],
] as const)('%s is of the project %s', (name, project) => {
  expect(projectOf(named(name))).toBe(project);
});

test('the files that take long are there', () => {
  expect([...long].filter((file) => !testFiles().includes(file))).toEqual([]);
});

test('what a file needs is what any of its imports needs', () => {
  expect([...needsOf(named('account-journey'))].sort()).toEqual(['browser', 'postgres', 'processes']);
  expect([...needsOf(named('account-limits'))]).toContain('valkey');
  expect([...needsOf(named('cv-quarantine'))]).toContain('clamd');
  expect([...needsOf(named('own-path'))]).toEqual([]);
});
