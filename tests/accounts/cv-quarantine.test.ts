/**
 * CVs and a real ClamAV daemon with a test signature: the site refuses a CV with a finding, and no CV leaves the storage before the daemon
 * has scanned it.
 * @module-tag exhaustive
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from './cv-files.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { type AccountSite, Visitor, startAccountSite } from '../sites/account-site.ts';
import { clamdPath } from '../services/clamd.ts';
import { until } from '../until.ts';

const clamd = clamdPath();
if (!clamd)
  process.stderr.write(
    '\n  NOT TESTED: the virus scanner, because clamd is not installed (Debian: apt-get install clamav-daemon).\n\n',
  );

const marker = 'A-SIGNATURE-OF-OUR-OWN-THAT-IS-NO-VIRUS';
const infected = Buffer.from(pdf.toString('latin1').replace('%PDF-1.7\n', `%PDF-1.7\n% ${marker}\n`), 'latin1');

describe.runIf(clamd)('with a virus scanner', () => {
  let folder: string;
  let socket: string;
  let daemon: ChildProcess | null = null;
  let site: AccountSite;

  async function startDaemon(): Promise<void> {
    const child = spawn(clamd ?? '', ['--config-file', join(folder, 'clamd.conf')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    daemon = child;
    await until(
      () => {
        if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}:\n${output}`);
        return existsSync(socket);
      },
      'the socket of clamd',
      60_000,
    );
  }

  async function stopDaemon(): Promise<void> {
    const child = daemon;
    daemon = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(socket, { force: true });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-clamd-'));
    socket = join(folder, 'clamd.socket');
    const database = join(folder, 'database');
    mkdirSync(database);
    chmodSync(folder, 0o755);
    writeFileSync(join(database, 'own.ndb'), `Own.Test:0:*:${Buffer.from(marker).toString('hex')}\n`);
    const user = execFileSync('id', ['-un']).toString().trim();
    writeFileSync(
      join(folder, 'clamd.conf'),
      `LocalSocket ${socket}\nDatabaseDirectory ${database}\nForeground yes\nUser ${user}\nStreamMaxLength 10M\n`,
    );
    await startDaemon();
    site = await startAccountSite('sqlite', { CLAMAV_URL: socket });
  });
  afterAll(async () => {
    await site.stop();
    await stopDaemon();
    rmSync(folder, { recursive: true });
  });

  function apply(locale: '' | '/es' | '/it', name: string, file: Buffer) {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      intent: 'apply',
      elapsed: '9000',
      name,
      email: 'anna@example.com',
      job: 'senior-typescript-engineer-remote',
      message: `Lines of ${name}`,
    }))
      form.set(field, value);
    form.set('cv', new Blob([new Uint8Array(file)]), 'cv.pdf');
    return new Visitor(site.url).post(`${locale}/careers`, form);
  }
  const mailAbout = async (name: string) => (await site.mails()).find(({ subject }) => subject.includes(`(${name})`));
  const stored = () =>
    readdirSync(join(site.dataDir, 'cv'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.pdf'),
    );

  test('an infected CV is refused with the form and deleted; a clean one goes to the desk', async () => {
    const refused = await apply('/it', 'Anna Rossi', infected);
    expect(refused.status).toBe(422);
    expect(formFaults(refused.text)).toEqual([['cv', expectedWords('it').errors.cvKind]]);
    expect(refused.text).toContain('Lines of Anna Rossi');
    expect(site.output()).toContain('"kind":"cv-infected","found":"Own.Test.UNOFFICIAL"');
    expect(existsSync(join(site.dataDir, 'cv')) ? stored() : []).toEqual([]);
    expect((await apply('', 'Berta Bianchi', pdf)).status).toBe(303);
    expect((await until(() => mailAbout('Berta Bianchi'), 'the mail')).raw).toContain('filename=cv.pdf');
  });

  test('applications are accepted while the scanner is unreachable, but no CV leaves the storage; afterwards clean ones are sent and infected ones removed', async () => {
    await stopDaemon();
    expect((await apply('/es', 'Carla Verdi', pdf)).status).toBe(303);
    expect((await apply('', 'Dora Neri', infected)).status).toBe(303);
    expect(site.output()).toContain('"kind":"cv-quarantined"');
    await until(async () => {
      const waiting = await site.database.db
        .selectFrom('outbox')
        .select('last_error')
        .where('channel', '=', 'mail')
        .where('event', '=', 'application')
        .where('status', '=', 'pending')
        .execute();
      return (
        waiting.length === 2 &&
        waiting.every(({ last_error: error }) => error?.startsWith('The virus scanner is unavailable'))
      );
    }, 'both mails to wait for the scanner');
    expect([await mailAbout('Carla Verdi'), await mailAbout('Dora Neri')]).toEqual([undefined, undefined]);
    expect(stored()).toHaveLength(3);
    await startDaemon();
    await site.database.db.updateTable('outbox').set({ next_attempt_at: 0 }).where('status', '=', 'pending').execute();
    expect((await until(() => mailAbout('Carla Verdi'), 'the mail with its file', 60_000)).raw).toContain(
      'filename=cv.pdf',
    );
    const without = await until(() => mailAbout('Dora Neri'), 'the mail without', 60_000);
    expect(without.raw).not.toContain('filename=cv.pdf');
    expect(without.text).toContain('the virus scanner found Own.Test.UNOFFICIAL in it');
    expect(stored()).toHaveLength(2);
  });
});
