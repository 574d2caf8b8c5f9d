import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAuthSecret } from './auth-secret.ts';

test('a secret is made once; what is left of one after a crash is never signed with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-auth-secret-'));
  const file = join(folder, 'auth-secret');
  const first = readAuthSecret(folder);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readAuthSecret(folder)).toBe(first);
  for (const rest of ['', '\n', first.slice(0, 20)]) {
    writeFileSync(file, rest);
    const next = readAuthSecret(folder);
    expect(next.length).toBeGreaterThanOrEqual(32);
    expect(next).not.toContain(first.slice(0, 20));
    expect(readFileSync(file, 'utf8')).toBe(next);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  rmSync(folder, { recursive: true });
});
