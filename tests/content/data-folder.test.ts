/**
 * A data folder that is read-only or full, at the start and while the site runs: every page is served; forms say that they are unavailable
 * and keep what was typed.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../accounts/cv-files.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { writeEnquiry, Visitor, addressHeader, password } from '../sites/account-site.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { type BuiltSite, metricsToken, prepareSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { exhaustive } from '../sampled.ts';
import { until } from '../until.ts';

const job = 'senior-typescript-engineer-remote';
const pages = [
  '/',
  '/es/forex',
  '/it/careers',
  '/register',
  `/job-post/${job}`,
  '/search?q=gold',
  '/sitemap.xml',
  '/readyz',
];
/** Only root can mount a disk; for other users the file modes are enough. */
const isRoot = process.getuid?.() === 0;

let folder: string;
let disk: string;
let mounted = false;
let site: BuiltSite | null = null;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-disk-'));
  disk = join(folder, 'disk');
  mkdirSync(disk);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await site?.stop();
  site = null;
  if (mounted) execFileSync('umount', [disk]);
  else setModes(disk, 0o700, 0o600);
  mounted = false;
  rmSync(disk, { recursive: true, force: true });
  mkdirSync(disk);
});

function mount(...options: string[]): void {
  execFileSync('mount', [...options, disk]);
  mounted = true;
}

function setModes(path: string, folders: number, files: number): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  chmodSync(path, folders);
}

async function start(environment: Record<string, string> = {}): Promise<Visitor> {
  if (!existsSync(join(disk, 'data'))) await prepareSiteData(join(disk, 'data'));
  site = await startBuiltSite({ DATA_DIR: join(disk, 'data'), CLIENT_IP_HEADER: addressHeader, ...environment });
  return new Visitor(site.url);
}

async function stop(): Promise<void> {
  await site?.stop();
  site = null;
}

async function expectPages(visitor: Visitor): Promise<void> {
  for (const path of pages) expect((await visitor.get(path)).status, path).toBe(200);
}

async function fetchMetrics(visitor: Visitor): Promise<string> {
  return (await visitor.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text;
}

function application(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: 'apply',
    elapsed: '9000',
    name: 'Anna Rossi',
    email: 'anna@example.com',
    job,
    message: 'A few lines that must stay',
  }))
    form.set(name, value);
  form.set(
    'cv',
    new Blob([new Uint8Array(Buffer.concat([pdf, Buffer.alloc(600_000, ' '), Buffer.from('%%EOF')]))]),
    'cv.pdf',
  );
  return form;
}

/** Checks in each language that the form is refused with a message, keeps the typed text, and leaves no file behind. */
async function expectRefusals(): Promise<void> {
  for (const locale of locales) {
    const words = expectedWords(locale);
    const visitor = new Visitor(site?.url ?? '');
    const applied = await visitor.post(localePath('/careers', locale), application());
    expect(applied.status, applied.text.slice(0, 200)).toBe(503);
    expect(formFaults(applied.text)).toEqual([['cv', words.errors.cvAgain]]);
    for (const kept of [
      words.forms.unavailable,
      'value="anna@example.com"',
      'A few lines that must stay',
      `lang="${locale}"`,
    ])
      expect(applied.text).toContain(kept);
    const enquired = await visitor.post(
      localePath('/contact', locale),
      writeEnquiry({ message: `A question ${'of many words '.repeat(100)}` }),
    );
    expect(enquired.status).toBe(503);
    expect(enquired.text).toContain(words.forms.unavailable);
    expect(enquired.text).toContain('A question of many words');
  }
}

/** Writes until the disk is full. @returns a function that makes room again. */
function fill(): () => void {
  const file = join(disk, 'filling');
  const handle = openSync(file, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(handle);
  expect(statfsSync(disk).bavail).toBe(0);
  return () => rmSync(file);
}

test('a read-only folder with all files serves the site', async () => {
  if (isRoot) mount('-t', 'tmpfs', '-o', 'size=200m', 'tmpfs');
  await expectPages(await start());
  await stop();
  writeFileSync(join(disk, 'data/assets/former-AAAAAAAA.js'), '// former');
  const list = join(disk, 'data/assets/builds.json');
  writeFileSync(
    list,
    JSON.stringify({
      ...(JSON.parse(readFileSync(list, 'utf8')) as object),
      former: { files: ['former-AAAAAAAA.js'], replacedAt: Date.now() },
    }),
  );
  if (isRoot) execFileSync('mount', ['-o', 'remount,ro', disk]);
  else setModes(disk, 0o500, 0o400);
  const visitor = await start();
  await expectPages(visitor);
  expect((await visitor.get('/assets/former-AAAAAAAA.js')).text).toBe('// former');
  await expectRefusals();
  expect(site?.output()).toMatch(/"kind":"data-dir".*cannot be written/);
  expect(await fetchMetrics(visitor)).toMatch(/^data_dir_writable 0$/m);
  // Storing a consent choice needs no disk of the server.
  const choice = await visitor.post(
    '/api/consent/choice',
    new URLSearchParams({ choice: 'necessary', locale: 'es' }) as unknown as FormData,
  );
  expect([choice.status, visitor.cookies.has('cc_cookie')]).toEqual([303, true]);
});

test('a read-only and empty folder serves the site', exhaustive, async () => {
  mkdirSync(join(disk, 'data'));
  if (isRoot) {
    rmSync(join(disk, 'data'), { recursive: true });
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    mkdirSync(join(disk, 'data'));
    execFileSync('mount', ['-o', 'remount,ro', disk]);
  } else setModes(disk, 0o500, 0o400);
  await expectPages(await start());
  await expectRefusals();
  expect(site?.output()).toContain('"kind":"replica-unwritable"');
});

if (!isRoot) process.stderr.write('\n  NOT TESTED: a full disk, because only root mounts one.\n\n');

describe.runIf(isRoot)('a small disk', () => {
  test('may be full from the beginning', exhaustive, async () => {
    mount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs');
    mkdirSync(join(disk, 'data'));
    fill();
    await expectPages(await start());
    await expectRefusals();
    expect(site?.output()).toMatch(/"kind":"data-dir".*has 0 MB left/);
  });

  test('may fill while the site runs and before a new release starts; forms are accepted when there is room again', async () => {
    mount('-t', 'tmpfs', '-o', 'size=80m', 'tmpfs');
    const visitor = await start();
    await expectPages(visitor);
    const makeRoom = fill();
    await expectPages(visitor);
    await expectRefusals();
    // The site generates a picture for each request when it cannot store it.
    const [shared = ''] = /\/share-pictures\/[^"]+/.exec((await visitor.get('/')).text) ?? [];
    const picture = await fetch(`${site?.url}${shared}`);
    expect([picture.status, (await picture.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
    const files = readdirSync(disk, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.(?:draft|new)$|incoming\//.test(name))).toEqual([]);
    await stop();
    const restarted = await start();
    await expectPages(restarted);
    makeRoom();
    const taken = await until(async () => {
      const answer = await restarted.post('/careers', application());
      return answer.status === 303 && answer;
    }, 'an application that is taken');
    expect(taken.location).toBe('/careers?sent=1#apply');
  });
});

test('when the database, its journal or the whole folder is taken away or replaced while the site runs, nothing is confirmed, and an alarm says so', async () => {
  const data = join(disk, 'data');
  const visitor = await start();
  let enquiries = 0;
  const enquire = async () => {
    const email = `anna${(enquiries += 1)}@example.com`;
    const typed = { name: 'Anna Rossi', email, topic: 'account', message: 'A few lines' };
    return (await visitor.post('/contact', { intent: 'enquire', ...typed })).status;
  };
  const alarms = () => site?.output().match(/"kind":"data-dir".*(?:removed|replaced) while the site runs/g)?.length;
  expect(await enquire()).toBe(303);
  // At this scrape the watch sees the files for the first time.
  expect(await fetchMetrics(visitor)).toMatch(/^data_dir_writable 1$/m);
  const places = [join(data, 'accounts.sqlite'), join(data, 'accounts.sqlite-wal'), data];
  for (const [index, place] of places.entries()) {
    const alarmsBefore = alarms() ?? 0;
    renameSync(place, `${place}.former`);
    if (index !== 1) cpSync(`${place}.former`, place, { recursive: true });
    expect([place, await enquire()]).toEqual([place, 503]);
    expect((await visitor.post('/careers', application())).status).toBe(503);
    const account = { intent: 'continue', email: 'anna@example.com', password };
    expect((await visitor.post('/register', account)).status).toBe(503);
    expect(await fetchMetrics(visitor)).toMatch(/^data_dir_writable 0$/m);
    await until(() => (alarms() ?? 0) > alarmsBefore, 'the alarm');
    expect((await visitor.get('/es/forex')).status).toBe(200);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    renameSync(`${place}.former`, place);
    expect([place, await enquire()]).toEqual([place, 303]);
    expect(await fetchMetrics(visitor)).toMatch(/^data_dir_writable 1$/m);
  }
  rmSync(data, { recursive: true, maxRetries: 5 });
  expect(await enquire()).toBe(503);
});
