/** Whatever visitors were given, while the content changed and processes were killed, is what the archive says of that address and moment. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveReader } from '../../server/archive/store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from '../../server/archive/store/archive-tables.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { isExhaustive } from '../sampled.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';
import { type EditedSite, type Wire, startEditedSite } from '../sites/edited-site.ts';
import { isConsistent, isIncluded, hashLeaf } from '../../server/archive/store/merkle-tree.ts';
import { startRandom } from '../start-random.ts';
import { until } from '../until.ts';
import { type Visit, collectFaults, findFalse, visit } from './archive-visits.ts';

interface Log {
  size: number;
  root: string;
  entries: [seq: number, subject: string, from: string, kind: string, hash: string, context: string | null][];
  proof: string[];
}

let folder: string;
let archive: ArchiveDatabase | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-archived-'));
});
afterAll(async () => {
  await archive?.db.destroy();
  await rm(folder, { recursive: true, force: true });
});

async function openReader(dataDir: string): Promise<ArchiveReader> {
  await archive?.db.destroy();
  archive = await openArchiveDatabase({ databaseUrl: '', dataDir });
  return new ArchiveReader(archive);
}

/** Asks the public log for the proofs of a visit, and holds it to a head that a client kept. */
async function checkLog(site: EditedSite, reader: ArchiveReader, address: string): Promise<void> {
  const ask = async (question: string) => {
    const response = await fetch(`${site.url}/.well-known/page-log${question}`);
    return { status: response.status, ...((response.ok ? await response.json() : {}) as Log) };
  };
  const readHead = async () => {
    const { size, root } = await ask('');
    return { size, root: Buffer.from(root, 'hex') };
  };
  const old = await readHead();
  const { length } = await reader.listChanges(address);
  await site.edit(({ documents }) => {
    for (const { type, wire } of documents) if (type === 'header-nav-item') (wire as Wire)['name'] = 'A logged word';
  });
  const seen = await visit(site, address);
  // The log counts questions, so the archive itself is asked until it has the visit.
  await until(async () => (await reader.listChanges(address)).length > length, 'the visit in the archive', 60_000);
  const entry = (await ask(`?address=${address}`)).entries.at(-1);
  if (!entry) throw new Error('The log has no visit.');
  expect(entry[4]).toBe(seen.hash);
  const head = await readHead();
  const inclusion = (await ask(`?entry=${entry[0]}&size=${head.size}`)).proof.map((hash) => Buffer.from(hash, 'hex'));
  expect(isIncluded(hashLeaf(JSON.stringify(entry)), entry[0], head, inclusion)).toBe(true);
  const grown = (await ask(`?first=${old.size}&second=${head.size}`)).proof.map((hash) => Buffer.from(hash, 'hex'));
  expect(isConsistent(old, head, grown)).toBe(true);
  const [first] = (await ask('?from=0')).entries;
  expect(first?.[0]).toBe(0);
  for (const wrong of [`?entry=${head.size}&size=${head.size}`, '?first=9&second=3', '?from=x', '?entry=-1&size=2'])
    expect((await ask(wrong)).status, wrong).toBe(400);
}

const edits = Number(process.env['ARCHIVE_EDITS'] ?? (isExhaustive ? 500 : 10));
test(
  'random edits: what visitors got, what nobody asked for, and the public log',
  { timeout: 600_000 + edits * 1000 },
  async () => {
    const dataDir = join(folder, 'edited');
    const site: EditedSite = await startEditedSite({ environment: { ARCHIVE: 'on', DATA_DIR: dataDir } });
    const random = startRandom(18);
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    const visits: Visit[] = [];
    const removed: { type: string; locale: string }[] = [];
    const addresses = [
      '/',
      '/forex',
      '/es/forex',
      '/faqs',
      '/it/faqs',
      '/news',
      '/about',
      '/es',
      '/glossary',
      '/stocks',
    ];
    const text = (wire: Wire) =>
      ['title', 'question', 'label', 'term', 'name'].find((field) => typeof wire[field] === 'string');
    try {
      for (let edit = 0; edit < edits; edit += 1) {
        await site.edit((content) => {
          const at = random(content.documents.length);
          const document = content.documents[at];
          if (!document) return;
          const wire = document.wire as Wire;
          const name = text(wire);
          if (random(10) === 0 && ['faq', 'news-article', 'glossary-term', 'tag'].includes(document.type))
            removed.push(...content.documents.splice(at, 1));
          else if (random(10) === 0 && removed.length > 0) content.documents.push(...(removed.splice(0, 1) as []));
          else if (name) wire[name] = `${String(wire[name]).replace(/ edit \d+$/, '')} edit ${edit}`;
          const link = document.type === 'header-nav-item' ? null : wire['slug'];
          if (typeof link === 'string' && document.type === 'news-article') addresses.push(`/news/${link}`);
        });
        visits.push(...(await Promise.all(Array.from({ length: 4 }, () => visit(site, pick(addresses))))));
      }
      const reader = await openReader(dataDir);
      const unasked = await until(
        async () =>
          (await reader.readLog(0, 1_000_000)).find(
            ({ kind, subject }) => kind === 'page' && !/^\/(?:es|it)\b/.test(subject) && !addresses.includes(subject),
          ),
        'a page that nobody asked for',
        60_000,
      );
      const menu = site.wires('header-nav-item', 'en')[0];
      expect(menu?.['name']).toEqual(expect.any(String));
      await site.edit(() => {
        if (menu) menu['name'] = 'Another word';
      });
      await until(async () => (await reader.listChanges(unasked.subject)).length > 1, 'its new version', 60_000);
      await checkLog(site, reader, unasked.subject);
    } finally {
      await site.stop();
    }
    const reader = await openReader(dataDir);
    expect(await findFalse(reader, visits)).toEqual([]);
    expect(visits.length).toBe(edits * 4);
    // Nobody asked for its drawing.
    const forex = await reader.readText((await reader.listChanges('/forex')).at(-1) ?? { seq: -1 });
    const [drawing = ''] = /\/drawings\/[^"' ]+\.svg/.exec(forex.text ?? '') ?? [];
    const [file] = await reader.listChanges(drawing);
    expect(file?.kind).toBe('file');
    expect(String(file && (await reader.readBytes(file)))).toMatch(/^<svg/);
    expect(await collectFaults(reader)).toEqual([]);
  },
);

test('processes that are killed', { timeout: 600_000 }, async () => {
  const kills = isExhaustive ? 40 : 2;
  const root = join(folder, 'root');
  await cp(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  for (const name of ['dist', 'node_modules']) await symlink(join(projectRoot, name), join(root, name));
  const file = join(root, 'demo/faqs.en.yaml');
  const original = await readFile(file, 'utf8');
  const dataDir = join(folder, 'killed');
  const start = () => startBuiltSite({ BROKERFRONT_ROOT: root, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ARCHIVE: 'on' });
  const random = startRandom(9);
  const visits: Visit[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await writeFile(file, original.replace(/question: (?=\w)/, `question: Edit ${kill} `));
    const site = await start();
    const seen = ['/faqs', '/forex', '/es/faqs', '/'].map(async (address) => visits.push(await visit(site, address)));
    await Promise.all(seen);
    await wait(random(3) === 0 ? random(400) : 0);
    site.process.kill('SIGKILL');
    await new Promise((resolve) => site.process.once('exit', resolve));
  }
  const last = await start();
  await last.stop();
  const reader = await openReader(dataDir);
  expect(await findFalse(reader, visits)).toEqual([]);
  const versions = new Set(visits.filter(({ address }) => address === '/faqs').map(({ hash }) => hash));
  expect(versions.size).toBe(kills);
  expect(await collectFaults(reader)).toEqual([]);
});
