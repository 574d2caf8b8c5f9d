/** The daily seal, with a real authority: OpenSSL answers and OpenSSL checks. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { HeadSeals } from './head-seals.ts';
import { listSeals } from './store/archive-seals.ts';
import { openArchiveDatabase } from './store/archive-tables.ts';
import { ArchiveWriter } from './store/archive-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-seals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function openssl(...parameters: string[]): string {
  return execFileSync('openssl', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function startAuthority() {
  await writeFile(
    join(folder, 'authority.cnf'),
    `[req]\ndistinguished_name = name\nx509_extensions = stamping\nprompt = no\n[name]\nCN = Test authority\n[stamping]\nextendedKeyUsage = critical,timeStamping
[tsa]\ndefault_tsa = one\n[one]\nserial = serial\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\ness_cert_id_alg = sha256\n`,
  );
  await writeFile(join(folder, 'serial'), '01\n');
  openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out authority.pem -days 2 -config authority.cnf'.split(' '),
  );
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    const stamp = async () => {
      await writeFile(join(folder, 'query.tsq'), Buffer.concat(parts));
      openssl(
        ...'ts -reply -config authority.cnf -section one -queryfile query.tsq -signer authority.pem -inkey key.pem -out reply.tsr'.split(
          ' ',
        ),
      );
      response.end(await readFile(join(folder, 'reply.tsr')));
    };
    request.on('end', () => void stamp());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('each day, the head is sealed once and kept where the operator says; OpenSSL finds the stamp true, and not for another head', async () => {
  const authority = await startAuthority();
  const archive = await openArchiveDatabase({ databaseUrl: '', dataDir: folder });
  const writer = new ArchiveWriter(archive);
  const alarms: Alarm[] = [];
  const heads = join(folder, 'heads');
  const parts = { open: async () => archive, folder: heads, onAlarm: (alarm: Alarm) => alarms.push(alarm) };
  const seals = new HeadSeals({ ...parts, authority: authority.url });
  const entry = (text: string, at: number) => ({ subject: '/forex', at, kind: 'redirect', text }) as const;

  await seals.seal(new Date('2026-11-27T09:00Z'));
  expect(await listSeals(archive)).toEqual([]);
  await writer.append([entry('/one', 1000)]);
  await seals.seal(new Date('2026-11-27T10:00Z'));
  await writer.append([entry('/two', 2000)]);
  await seals.seal(new Date('2026-11-27T11:00Z'));
  await seals.seal(new Date('2026-11-28T00:10Z'));
  expect((await listSeals(archive)).map(({ day, size }) => [day, size])).toEqual([
    ['2026-11-27', 1],
    ['2026-11-28', 2],
  ]);
  expect((await readFile(join(heads, 'heads.txt'), 'utf8')).trim().split('\n')).toHaveLength(2);
  const check = (day: string, stamp: string) =>
    openssl('ts', '-verify', '-data', `heads/${day}.txt`, '-in', `heads/${stamp}.tsr`, '-CAfile', 'authority.pem');
  expect(check('2026-11-28', '2026-11-28')).toContain('OK');
  expect(() => check('2026-11-28', '2026-11-27')).toThrow('message imprint mismatch');

  authority.close();
  await seals.seal(new Date('2026-11-29T00:10Z'));
  expect(alarms).toMatchObject([{ kind: 'archive-late' }]);
  expect(await listSeals(archive)).toHaveLength(2);
  await new HeadSeals({ ...parts, authority: '' }).seal(new Date('2026-11-29T00:20Z'));
  expect((await listSeals(archive)).at(-1)).toMatchObject({ day: '2026-11-29', token: null });
  await archive.db.destroy();
});
