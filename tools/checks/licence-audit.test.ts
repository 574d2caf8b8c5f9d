import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { auditLicences } from './licence-audit.ts';

const lockfile = (packages: Record<string, object>) =>
  JSON.stringify({ packages: { '': { name: 'ours' }, ...packages } });

test('every package of both lockfiles has an accepted licence', () => {
  const lockfiles = Object.fromEntries(
    ['package-lock.json', 'cms/package-lock.json'].map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]),
  );
  const { packages, findings } = auditLicences(lockfiles);
  expect(packages).toBeGreaterThan(1500);
  expect(findings).toEqual([]);
});

test('a missing or unaccepted licence is a finding; “OR” needs one accepted licence, “AND” needs all', () => {
  const packages = {
    'node_modules/good': { license: '(GPL-3.0-only OR MIT)' },
    'node_modules/a/node_modules/sum': { license: 'MIT AND GPL-3.0-only' },
    'node_modules/@scope/closed': { license: 'SEE LICENSE IN LICENSE' },
    'node_modules/silent': {},
    'node_modules/renamed': { name: 'agpl', license: 'AGPL-3.0-only' },
  };
  const names = auditLicences({ 'package-lock.json': lockfile(packages) }, []).findings.map((finding) =>
    finding.split(' ').slice(0, 2).join(' '),
  );
  expect(names).toEqual(['sum', '@scope/closed', 'silent', 'agpl'].map((name) => `package-lock.json: ${name}`));
});

test('an exception holds for that package with that licence, and is a finding once nothing needs it', () => {
  const exception = { package: '@scope/*', licence: 'none', reason: 'because', decided: '2026-11-23' };
  const audit = (license?: string) =>
    auditLicences({ l: lockfile({ 'node_modules/@scope/one': license ? { license } : {} }) }, [exception]).findings;
  expect(audit()).toEqual([]);
  expect(audit('SSPL-1.0')).toEqual([expect.stringContaining('SSPL-1.0'), expect.stringContaining('any more')]);
});
