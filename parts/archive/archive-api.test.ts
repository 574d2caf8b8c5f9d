import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchiveApi } from './archive-api.ts';
import { createPageLogApi } from './page-log-api.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import { ArchiveWriter } from './store/archive-writer.ts';
import { recordDailyHead } from './store/daily-heads.ts';
import { type TreeHead, hashLeaf, isConsistent, isIncluded } from './store/merkle-tree.ts';

const secret = 'a secret of both';
const config = { siteUrl: 'https://broker.example' };
const log = pino({ level: 'silent' });
const lateSeconds = () => 73;
let folder: string;
let archive: ArchiveDatabase;
let api: ReturnType<typeof createArchiveApi>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-archive-api-'));
  archive = await openArchiveDatabase({ databaseUrl: '', dataDir: folder });
  const context = { build: 'one', documents: ['page/forex.es'] };
  await new ArchiveWriter(archive).append([
    { subject: 'page/forex.es', at: 1000, kind: 'document', text: '{"version":"a"}' },
    { subject: '/es/forex', at: 2000, kind: 'page', text: 'first', context },
    { subject: 'page/forex.es', at: 2500, kind: 'document', text: '{"version":"b"}' },
    { subject: '/es/forex', at: 3000, kind: 'page', text: 'second', context },
    { subject: '/es/forex', at: 4000, kind: 'redirect', text: '/es/divisas' },
    { subject: '/es/100%_sure', at: 4000, kind: 'page', text: 'third', context },
  ]);
  api = createArchiveApi({
    archive: { reader: async () => new ArchiveReader(archive), lateSeconds },
    config,
    secret,
    log,
  });
});
afterAll(async () => {
  await archive.db.destroy();
  await rm(folder, { recursive: true });
});

const ask = async (path: string, given = secret) => api.request(path, { headers: { 'x-webhook-secret': given } });
const read = async (path: string): Promise<unknown> => (await ask(path)).json();
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

test('answers nobody without the secret, and no export without a link that is signed for it', async () => {
  for (const path of [
    'addresses',
    'changes?address=/es/forex',
    'moment',
    'text?entry=1',
    'extent',
    'export',
    'log',
    'else',
  ]) {
    expect((await ask(`/${path}`, 'another')).status, path).toBe(403);
    expect((await api.request(`/${path}`)).status, path).toBe(403);
  }
  const sign = (expires: number, name = 'archive export ') => {
    const query = new URLSearchParams({ address: '/es/forex', from: at(0), until: at(9000), expires: String(expires) });
    query.set('signature', createHmac('sha256', secret).update(`${name}${query}`).digest('hex'));
    return query;
  };
  const soon = Math.floor(Date.now() / 1000) + 60;
  const link = sign(soon).toString();
  const zip = await api.request(`/export?${link}`);
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(zip.headers.get('content-disposition')).toBe('attachment; filename="archive-es-forex-1970-01-01.zip"');
  expect(Buffer.from(await zip.arrayBuffer()).toString('latin1')).toMatch(/^PK\u0003\u0004.*check\.py/s);
  for (const forged of [link.replace('forex', 'fx'), link.replace('9.000', '8.000'), sign(soon - 100), sign(soon, '')])
    expect((await api.request(`/export?${forged}`)).status).toBe(403);
  // Two exports may run at once. None of these does: HEAD, a browser that went away, an export that is refused.
  for (let round = 0; round < 3; round += 1) {
    expect((await api.request(`/export?${link}`, { method: 'HEAD' })).status).toBe(200);
    await (await api.request(`/export?${link}`)).body?.cancel();
    expect((await api.request(`/export?${link.replace('forex', 'fx')}`)).status).toBe(403);
  }
  expect((await api.request(`/export?${link}`)).status).toBe(200);
  // Without a secret of this site, no secret is right.
  const open = createArchiveApi({ archive: null, config, secret: '', log });
  expect((await open.request('/addresses', { headers: { 'x-webhook-secret': '' } })).status).toBe(403);
});

test('says what an address was at a moment, by which versions, and all that it was', async () => {
  const document = (version: string) => [{ document: 'page/forex.es', version: `{"version":"${version}"}` }];
  const first = { kind: 'page', from: at(2000), until: at(3000), build: 'one', kept: true };
  const typed = encodeURIComponent(' https://broker.example/es/forex/?utm_source=x#costs ');
  expect(await read(`/moment?address=${typed}&at=${at(2999)}`)).toMatchObject({
    address: '/es/forex',
    stood: { ...first, documents: document('a') },
  });
  expect(await read(`/moment?address=/es/forex&at=${at(3000)}`)).toMatchObject({ stood: { documents: document('b') } });
  expect(await read(`/moment?address=/es/forex&at=${at(9000)}`)).toMatchObject({
    stood: { kind: 'redirect', to: '/es/divisas', until: null, documents: [] },
  });
  expect(await read(`/moment?address=/es/forex&at=${at(1000)}`)).toEqual({ address: '/es/forex', stood: null });
  expect(await read('/changes?address=/es/forex')).toMatchObject({
    late: 73,
    changes: [{ from: at(4000) }, { from: at(3000), until: at(4000) }, { from: at(2000), entry: 1 }],
  });
  expect(await read('/text?entry=3')).toEqual({ kind: 'page', text: 'second' });
  expect(await read('/addresses?part=FOREX')).toEqual({ addresses: ['/es/forex'] });
  expect(await read(`/addresses?part=${encodeURIComponent('%_')}`)).toEqual({ addresses: ['/es/100%_sure'] });
  expect(await read(`/extent?address=/es/*&from=${at(0)}&until=${at(3500)}`)).toEqual({ pages: 2 });
});

test('says what it cannot answer', async () => {
  const told = async (path: string) => {
    const answer = await ask(path);
    return [answer.status, await answer.text()];
  };
  expect(await told('/changes?address=forex')).toEqual([400, 'This is no address of a page.']);
  expect(await told('/moment?address=/es/forex&at=yesterday')).toEqual([400, 'This is no moment.']);
  // The version of a document is no page.
  expect(await told('/text?entry=0')).toEqual([400, 'This is no address of a page.']);
  const none = createArchiveApi({ archive: null, config, secret, log });
  expect((await none.request('/changes?address=/', { headers: { 'x-webhook-secret': secret } })).status).toBe(404);
  const away = createArchiveApi({
    archive: { reader: () => Promise.reject(new Error('away')), lateSeconds },
    config,
    secret,
    log,
  });
  expect((await away.request('/addresses', { headers: { 'x-webhook-secret': secret } })).status).toBe(503);
});

interface LogAnswer {
  size: number;
  root: string;
  entries: [seq: number, subject: string, from: string, kind: string, hash: string, context: string | null][];
  proof: string[];
}
const askLog = async (question: string) => (await read(`/log${question}`)) as LogAnswer;
const readHead = async (question = ''): Promise<TreeHead> => {
  const { size, root } = await askLog(question);
  return { size, root: Buffer.from(root, 'hex') };
};
const readProof = async (question: string) => (await askLog(question)).proof.map((hash) => Buffer.from(hash, 'hex'));

test('proves that the log has an entry, and that it begins with what an old head covers', async () => {
  const [old, head] = [await readHead('?size=4'), await readHead()];
  const [entry] = (await askLog('?from=2')).entries;
  expect(entry?.slice(0, 4)).toEqual([2, 'page/forex.es', at(2500), 'document']);
  const leaf = hashLeaf(JSON.stringify(entry));
  expect(isIncluded(leaf, 2, head, await readProof(`?entry=2&size=${head.size}`))).toBe(true);
  expect(isConsistent(old, head, await readProof(`?first=4&second=${head.size}`))).toBe(true);
  for (const wrong of [
    `?entry=${head.size}&size=${head.size}`,
    '?first=5&second=3',
    '?from=x',
    '?entry=-1',
    '?size=99',
  ])
    expect((await ask(`/log${wrong}`)).status, wrong).toBe(400);
});

test('anybody reads one head a day, without keys and times of entries', async () => {
  const parts = { reader: async () => new ArchiveReader(archive) };
  const heads: { date: string; size: number; root: string }[] = [];
  for (const moment of ['2026-11-27T09:00Z', '2026-11-27T23:00Z', '2026-11-28T00:10Z'])
    await recordDailyHead(archive, new Date(moment));
  const { size, root } = await askLog('');
  for (const date of ['2026-11-28', '2026-11-27']) heads.push({ date, size, root });
  const answer = await createPageLogApi(parts).request('/');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toEqual({ heads });
  const away = createPageLogApi({ reader: () => Promise.reject(new Error('away')) });
  expect((await away.request('/')).status).toBe(503);
  expect((await createPageLogApi(null).request('/')).status).toBe(404);
});
