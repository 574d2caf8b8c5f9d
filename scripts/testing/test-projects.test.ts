import { expect, test } from 'vitest';
import { filesByProject, needsOf, projectOf, testFiles } from './test-projects.ts';

test('every file is in one project, and every project has files', () => {
  const projects = filesByProject();
  expect(Object.values(projects).flat().sort()).toEqual(testFiles());
  for (const files of Object.values(projects)) expect(files.length).toBeGreaterThan(10);
});

test.each([
  ['server/http/own-path.test.ts', 'unit'], ['site/ui/navigation/Pagination.test.tsx', 'unit'], ['bench/sizes.test.ts', 'http'], ['accounts/retention.test.ts', 'http'], ['tests/sitemaps.test.ts', 'http'],
  ['tests/header.test.ts', 'browser'], ['tests/consent.test.ts', 'browser'], ['tests/strapi/preview.test.ts', 'strapi'],
] as const)('%s is of the project %s', (file, project) => {
  expect(projectOf(file)).toBe(project);
});

test('what a file needs is what any of its imports needs', () => {
  expect([...needsOf('tests/account-journey.test.ts')].sort()).toEqual(['browser', 'postgres', 'processes']);
  expect([...needsOf('server/content/instances.test.ts')]).toContain('valkey');
  expect([...needsOf('tests/cv-quarantine.test.ts')]).toContain('clamd');
  expect([...needsOf('server/http/own-path.test.ts')]).toEqual([]);
});
