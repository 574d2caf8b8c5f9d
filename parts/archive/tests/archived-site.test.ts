/** Whatever visitors were given, while the content changed and processes were killed, is what the archive says of that address and moment. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { ArchiveReader } from '../store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from '../store/archive-tables.ts';
import { projectRoot } from '../../../tools/project-root.ts';
import { isExhaustive } from '../../../tests/sampled.ts';
import { startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { type EditedSite, type Wire, startEditedSite } from '../../../tests/sites/edited-site.ts';
import { startRandom } from '../../../tests/start-random.ts';
import { until } from '../../../tests/until.ts';
import { type Visit, collectFaults, findFalse, visit } from './archive-visits.ts';

let archive: ArchiveDatabase | undefined;

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-archived-'));
afterAll(async () => {
  await archive?.db.destroy();
  await rm(folder, { recursive: true, force: true });
});

async function openReader(dataDir: string): Promise<ArchiveReader> {
  await archive?.db.destroy();
  archive = await openArchiveDatabase({ databaseUrl: '', dataDir });
  return new ArchiveReader(archive);
}

const edits = Number(process.env['ARCHIVE_EDITS'] ?? (isExhaustive ? 500 : 10));
test('random edits: what visitors got, and what nobody asked for', { timeout: 600_000 + edits * 1000 }, async () => {
  const dataDir = join(folder, 'edited');
  const site: EditedSite = await startEditedSite({ environment: { ARCHIVE: 'on', DATA_DIR: dataDir } });
  const random = startRandom(18);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const visits: Visit[] = [];
  const removed: { type: string; locale: string }[] = [];
  const addresses = ['/', '/forex', '/es/forex', '/faqs', '/it/faqs', '/news', '/about', '/es', '/glossary', '/stocks'];
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
});

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
