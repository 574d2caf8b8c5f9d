import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkProvenance, readCommit, describeBuild, writeProvenance } from './provenance.ts';

let root: string;
let build: Parameters<typeof writeProvenance>[0];
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const findings = (changes: object = {}) => checkProvenance({ ...build, ...changes }).findings;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'brokerfront-provenance-'));
  mkdirSync(join(root, 'dist/server'), { recursive: true });
  mkdirSync(join(root, 'site'));
  write('package-lock.json', '{}');
  write('site/page.ts', 'export {};');
  write('dist/server/main.js', 'main');
  write('dist/sbom.cdx.json', '{}');
  const dist = join(root, 'dist');
  const commit = { id: 'a'.repeat(40), changed: false };
  build = { root, dist, buildId: 'bbbbbbbbbbbb', sourceDigest: 'b'.repeat(64), commit, tools: { vite: '8.0.0' } };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the statement names every file, commit, sources, lockfile and bill of materials, and nothing that differs between equal builds', () => {
  const { subject, predicate } = describeBuild(build);
  expect(subject.map(({ name }) => name)).toEqual(['sbom.cdx.json', 'server/main.js']);
  // SHA-256 of “main”, as sha256sum has it.
  expect(subject[1]?.digest).toEqual({ sha256: '0d6e4079e36703ebd37c00722f5891d28b0e2811dc114b129215123adcce3605' });
  expect(predicate.buildDefinition.resolvedDependencies.map(({ name }) => name)).toEqual([
    'commit',
    'sources',
    'package-lock.json',
  ]);
  expect(predicate.buildDefinition.resolvedDependencies[0]).toEqual({
    name: 'commit',
    digest: { gitCommit: 'a'.repeat(40) },
  });
  expect(predicate.runDetails.byproducts.map(({ name }) => name)).toEqual(['sbom.cdx.json']);
  expect(JSON.stringify(describeBuild(build))).not.toContain(root);
  writeProvenance(build);
  expect(findings()).toEqual([]);
  // Written again, it does not list itself.
  const first = readFileSync(join(root, 'dist/provenance.json'), 'utf8');
  writeProvenance(build);
  expect(readFileSync(join(root, 'dist/provenance.json'), 'utf8')).toBe(first);
});

test.each<[string, () => void, string]>([
  ['a changed file', () => write('dist/server/main.js', 'mine'), 'dist/server/main.js differs from provenance.json'],
  ['a file too many', () => write('dist/server/more.js', ''), 'dist/server/more.js is not in provenance.json'],
  ['a missing file', () => rmSync(join(root, 'dist/server/main.js')), 'dist/server/main.js is missing'],
  ['another lockfile', () => write('package-lock.json', '{ }'), 'provenance.json is of another package-lock.json'],
  ['no statement', () => rmSync(join(root, 'dist/provenance.json')), 'provenance.json is missing: npm run build'],
  [
    'another statement',
    () => write('dist/provenance.json', '{}'),
    'provenance.json cannot be read as a provenance: npm run build',
  ],
])('%s is found', (_name, change, finding) => {
  writeProvenance(build);
  change();
  expect(findings()).toEqual([finding]);
});

test('a statement of other sources or of another build is found', () => {
  writeProvenance(build);
  expect(findings({ sourceDigest: 'c'.repeat(64) })).toEqual(['provenance.json is of other sources']);
  expect(findings({ buildId: 'cccccccccccc' })).toEqual([
    'provenance.json is of the build bbbbbbbbbbbb, not cccccccccccc',
  ]);
});

test('the statement reports changed sources, a missing commit, and a commit given from outside', () => {
  expect(readCommit(root, ['site'], {})).toBeNull();
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...parameters]).toString();
  git('init', '-q');
  git('add', 'site');
  git('commit', '-qm', 'One');
  const id = git('rev-parse', 'HEAD').trim();
  expect(readCommit(root, ['site'], {})).toEqual({ id, changed: false });
  write('site/page.ts', 'export const a = 1;');
  expect(readCommit(root, ['site'], {})).toEqual({ id, changed: true });
  expect(readCommit(root, ['site'], { SOURCE_COMMIT: 'd'.repeat(40) })).toEqual({ id: 'd'.repeat(40), changed: false });
  const stated = (commit: Parameters<typeof writeProvenance>[0]['commit']) =>
    describeBuild({ ...build, commit }).predicate.buildDefinition.resolvedDependencies[0];
  expect(stated({ id, changed: true })).toEqual({
    name: 'commit',
    digest: { gitCommit: id },
    annotations: { changed: true },
  });
  expect(stated(null)).toEqual({ name: 'commit', annotations: { unknown: true } });
});
