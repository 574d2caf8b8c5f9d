/** The replica repairs itself: with any file in its place, the site starts, serves the same pages, and reports the fault. */
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestOptions, afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Feed, Snapshot } from '../../content/wire-document.ts';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { type RunningSite, startSite } from '../../server/site.ts';
import * as siteRenderer from '../../site/site-renderer.ts';
import { exhaustive, sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';

/** The final compression of each page would take most of the time, and no test here checks it. */
vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  brotliCompress: (_bytes: Buffer, _options: object, done: (error: Error | null) => void) =>
    setImmediate(done, new Error('left out in tests')),
}));

/** Dozens of sites need the same documents, so they share the parsed ones. */
vi.mock(import('../../content/replica/wire-text.ts'), async (original) => {
  const module = await original();
  const results = new Map<string, ReturnType<typeof module.parseWireText>>();
  return {
    ...module,
    parseWireText(text) {
      const key = `${text.type} ${text.locale} ${text.wire}`;
      const result = results.get(key) ?? module.parseWireText(text);
      results.set(key, result);
      return result;
    },
  };
});

/** A part of the demonstration, so that a start is fast. */
const parts = (type: string, id: string) =>
  !/article|author|tag|job|faq|term|category|instrument$|price-history/.test(type) ||
  /gold|spread|margin|news|desk|compliance|^(?:eur|xau)/.test(id);
let content: Promise<Snapshot> | null = null;
async function smallContent(): Promise<Snapshot> {
  content ??= filesFeed(join(projectRoot, 'demo'))
    .snapshot()
    .then(({ documents, media }) => ({
      documents: documents.filter(({ type, wire }) => parts(type, (wire as { id: string }).id)),
      media,
    }));
  return content;
}
const demo: Feed = { name: 'files', snapshot: smallContent };
/** The whole demonstration, which is larger than SQLite's page cache: SQLite needs no file for what it has cached. */
const large: Feed = filesFeed(join(projectRoot, 'demo'));
const unreachableFeed: Feed = {
  name: 'away',
  snapshot: () => Promise.reject(new Error('the content service is away')),
};
const paths = [
  '/',
  '/es/forex',
  '/it/account-types',
  '/glossary',
  '/news/gold-when-nothing-happens',
  '/faqs',
  '/privacy-policy',
  '/search?q=margin',
  '/sitemap-es.xml',
  '/site.webmanifest',
  '/.well-known/security.txt',
  '/api/strapi/header',
  '/api/strapi/footer',
  '/api/strapi/common-datum',
  '/media-of-the-home-page',
];

const environment = { ARCHIVE: 'off', PORT: '0', LOG_LEVEL: 'silent', SITE_URL: 'http://site.test' };

let root: string;
let fullReplica: string;
let good: Map<string, string>;
let picture: string;

function start(dataDir: string, feed: Feed = demo): Promise<RunningSite> {
  return startSite({
    config: parseConfig({ ...environment, DATA_DIR: dataDir }),
    root: projectRoot,
    buildId: 'test',
    assets: new Map(),
    documentAssets: () => ({ style: null, scripts: [], fonts: [] }),
    renderer: async () => siteRenderer,
    feed,
  });
}

async function fetchAnswers({ url }: RunningSite): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths) {
    const response = await fetch(`${url}${path === '/media-of-the-home-page' ? picture : path}`, {
      redirect: 'manual',
    });
    answers.set(path, `${response.status} ${await response.text()}`);
  }
  return answers;
}

/** Paths whose answer differs from that of a healthy site. */
function differences(answers: Map<string, string>): string[] {
  return [...answers]
    .filter(([path, answer]) => good.get(path) !== answer)
    .map(([path, answer]) => `${path}: ${answer.slice(0, 60)}`);
}

const replicaFile = (folder: string) => join(folder, 'mirror.sqlite');

let copies = 0;
function copyOfWhole(): string {
  const folder = join(root, `data-${(copies += 1)}`);
  cpSync(fullReplica, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'brokerfront-damaged-'));
  fullReplica = join(root, 'whole');
  const site = await start(fullReplica);
  picture = /\/media\/[0-9a-f]{10}\/[\w-]+\.svg/.exec(await (await fetch(`${site.url}/`)).text())?.[0] ?? '';
  good = await fetchAnswers(site);
  await site.stop();
  const failed = [...good].filter(([, answer]) => !answer.startsWith('200 ')).map(([path]) => path);
  if (failed.length > 0) throw new Error(`the healthy site does not answer ${failed.join(', ')}`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sql = (statements: string) => (folder: string) => {
  const database = new DatabaseSync(replicaFile(folder));
  database.exec(statements);
  database.close();
};

function overwritten(file: string, from: number, step: number): void {
  const handle = openSync(file, 'r+');
  for (let offset = from; offset < statSync(file).size; offset += step)
    writeSync(handle, Buffer.alloc(300, 7), 0, 300, offset);
  closeSync(handle);
}

/** Damages pages of the relations index. Opening and comparing do not read them; only writing does. */
function tornRelations(file: string): void {
  const bytes = readFileSync(file);
  // In a leaf page of an index (https://www.sqlite.org/fileformat2.html, 1.6) the first byte is 10; the fourth and fifth are the number of its cells.
  for (let page = 4096; page < bytes.length; page += 4096)
    if (bytes[page] === 10 && bytes.subarray(page, page + 4096).includes('encategory'))
      bytes.writeUInt16BE(0xffff, page + 3);
  writeFileSync(file, bytes);
}

type Way = [name: string, damage: (folder: string) => void];

/** Damaged cells that the site restores from the stored wire, without any feed. */
const cells: Way[] = [
  [
    'the text of a term is no JSON',
    sql(
      "UPDATE documents SET data = '{' WHERE type = 'glossary-term' AND id = (SELECT min(id) FROM documents WHERE type = 'glossary-term')",
    ),
  ],
  ['every text is empty', sql("UPDATE documents SET data = ''")],
  ['the home page is null', sql("UPDATE documents SET data = 'null' WHERE type = 'page' AND id = 'home'")],
  ['the footer is a list', sql("UPDATE documents SET data = '[]' WHERE type = 'footer'")],
  [
    'the header has the text of another',
    sql(
      "UPDATE documents SET data = (SELECT data FROM documents WHERE type = 'footer' AND locale = 'en') WHERE type = 'header'",
    ),
  ],
  ['words in a page were changed', sql("UPDATE documents SET data = replace(data, 'the', 'teh') WHERE type = 'page'")],
  ['every sum is wrong', sql("UPDATE documents SET sum = 'wrong'")],
  [
    'the parser is of another planet',
    sql("UPDATE facts SET value = 'garbage'; INSERT INTO facts VALUES ('what', 'is this')"),
  ],
  [
    'rows of unknown types and languages',
    sql(
      "INSERT INTO documents SELECT 'hologram', id, locale, slug, sort, updated_at, hash, sum, partial, taken_down, since, wire, data FROM documents WHERE type = 'tag'; INSERT INTO documents SELECT type, id, 'xx', slug, sort, updated_at, hash, sum, partial, taken_down, since, wire, data FROM documents WHERE type = 'page' AND locale = 'en'; DELETE FROM facts",
    ),
  ],
  [
    'former slugs that point nowhere',
    sql("INSERT INTO former_slugs VALUES ('news-article', 'en', 'was-here', 'nobody'), ('hologram', 'xx', 'a', 'b')"),
  ],
  ['an index is gone', sql('DROP INDEX documents_slug; DROP INDEX listed_newest; DROP INDEX relations_target')],
];

/** Damage that only the feed can repair. */
const more: Way[] = [
  ['the wire of the header is no JSON', sql("UPDATE documents SET wire = '{' WHERE type IN ('header', 'footer')")],
  ['text and wire of the footer are no JSON', sql("UPDATE documents SET wire = '{', data = '{' WHERE type = 'footer'")],
  ['every wire is empty and the parser is another', sql("UPDATE documents SET wire = ''; DELETE FROM facts")],
  ['slugs are gone', sql('UPDATE documents SET slug = NULL')],
  ['the order is gone', sql("UPDATE documents SET sort = ''")],
  ['everything is taken down', sql('UPDATE documents SET taken_down = 1')],
  ['a type is another', sql("UPDATE documents SET type = 'faq' WHERE type = 'page'")],
  ['relations are gone', sql('DELETE FROM relations')],
  ['half of the documents are gone', sql("DELETE FROM documents WHERE id < 'm'")],
  ['no pictures', sql('DELETE FROM media')],
  ['a column is missing', sql('ALTER TABLE documents DROP COLUMN since')],
  ['the version is one that will come', sql('PRAGMA user_version = 99')],
  ['the documents are a view', sql('DROP TABLE documents; CREATE VIEW documents AS SELECT 1 AS type')],
  [
    'a trigger refuses every writing',
    sql(
      "CREATE TRIGGER no BEFORE INSERT ON documents BEGIN SELECT RAISE(ABORT, 'no'); END; UPDATE documents SET data = '{'",
    ),
  ],
  ['the file is garbage', (folder) => writeFileSync(replicaFile(folder), 'garbage'.repeat(10_000))],
  ['the file is empty', (folder) => truncateSync(replicaFile(folder), 0)],
  ['the file is its first half', (folder) => truncateSync(replicaFile(folder), statSync(replicaFile(folder)).size / 2)],
  ['every page of the file has a hole', (folder) => overwritten(replicaFile(folder), 4096, 4096)],
  ['the first page has a hole', (folder) => overwritten(replicaFile(folder), 100, 1e9)],
  ['the journal is garbage', (folder) => writeFileSync(`${replicaFile(folder)}-wal`, 'garbage'.repeat(10_000))],
  ['the shared memory is garbage', (folder) => writeFileSync(`${replicaFile(folder)}-shm`, 'garbage'.repeat(10_000))],
  [
    'the file is a folder',
    (folder) => {
      rmSync(replicaFile(folder));
      mkdirSync(join(replicaFile(folder), 'x'), { recursive: true });
    },
  ],
  [
    'the file leads nowhere',
    (folder) => {
      rmSync(replicaFile(folder));
      symlinkSync('/nowhere/at/all', replicaFile(folder));
    },
  ],
  [
    'the file is garbage and where it would be set aside is a folder',
    (folder) => {
      writeFileSync(replicaFile(folder), 'garbage'.repeat(1000));
      mkdirSync(`${replicaFile(folder)}.broken/x`, { recursive: true });
    },
  ],
];

/** Similar kinds of damage are next to each other. */
const everyFourth = (ways: Way[]) => sample(ways, (_, index) => index % 4 === 0);

testSample(everyFourth(more), '%s: the site starts and every page is as it was', async ([, damage]) => {
  const folder = copyOfWhole();
  damage(folder);
  const site = await start(folder);
  try {
    expect(differences(await fetchAnswers(site))).toEqual([]);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  } finally {
    await site.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

test('a file that breaks during the first sync is filled again before the first answer', async () => {
  const folder = copyOfWhole();
  tornRelations(replicaFile(folder));
  const site = await start(folder, large);
  try {
    expect((await fetch(site.url)).status).toBe(200);
    expect([...site.alarms]).toEqual(
      expect.arrayContaining([
        ['replica-broken', 1],
        ['feed-failed', 1],
      ]),
    );
  } finally {
    await site.stop();
  }
});

testSample(everyFourth(cells), 'the content service is away and %s: every page is as it was', async ([, damage]) => {
  const folder = copyOfWhole();
  damage(folder);
  const site = await start(folder, unreachableFeed);
  try {
    expect(differences(await fetchAnswers(site))).toEqual([]);
  } finally {
    await site.stop();
  }
});

test('only a lost glossary term is left out while the content service is unreachable, with an alarm, and the term returns with the service', async () => {
  const folder = copyOfWhole();
  sql("UPDATE documents SET data = '{', wire = '{' WHERE type = 'glossary-term' AND id = 'spread' AND locale = 'en'")(
    folder,
  );
  let feed = unreachableFeed;
  const site = await start(folder, { name: 'strapi', snapshot: () => feed.snapshot() });
  try {
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    const missing = await (await fetch(`${site.url}/glossary`)).text();
    expect(missing).toContain('Margin call');
    expect(site.alarms.get('replica-broken')).toBe(1);
    expect(site.replica.reader().get('glossary-term', 'spread', 'en')).toBeNull();
    feed = demo;
    await site.sync();
    expect(differences(await fetchAnswers(site))).toEqual([]);
  } finally {
    await site.stop();
  }
});

describe.each<[...Way, TestOptions]>([
  ['overwritten', (folder) => writeFileSync(replicaFile(folder), 'garbage'.repeat(300_000)), {}],
  [
    'cut off with its journal',
    (folder) => {
      truncateSync(replicaFile(folder), 0);
      truncateSync(`${replicaFile(folder)}-wal`, 0);
    },
    exhaustive,
  ],
])('the file is %s while the site runs', (_name, damage, options) => {
  test(
    'the visitor whose request finds the damage gets the page when the replica is filled again',
    options,
    async () => {
      const folder = mkdtempSync(join(root, 'found-'));
      const site = await start(folder, large);
      try {
        // After a first visitor the site has already read the file.
        await fetch(`${site.url}/forex`);
        damage(folder);
        expect(
          [...(await fetchAnswers(site))].filter(([, answer]) => !answer.startsWith('200 ')).map(([path]) => path),
        ).toEqual([]);
        expect(site.alarms.get('replica-broken')).toBeGreaterThan(0);
      } finally {
        await site.stop();
      }
    },
  );

  test(
    'only cached pages are answered, readiness fails, and the replica is filled again without a restart',
    options,
    async () => {
      const folder = mkdtempSync(join(root, 'running-'));
      let reading = Promise.withResolvers<void>();
      reading.resolve();
      const site = await start(folder, {
        name: 'files',
        snapshot: async () => {
          await reading.promise;
          return large.snapshot();
        },
      });
      try {
        const home = await (await fetch(`${site.url}/forex`)).text();
        reading = Promise.withResolvers<void>();
        damage(folder);
        const ready = async () => (await fetch(`${site.url}/readyz`)).status;
        // Requests that are not cached read the file and so find the damage.
        await until(async () => {
          await Promise.all(paths.map((path) => fetch(`${site.url}${path.replace('margin', crypto.randomUUID())}`)));
          await fetch(`${site.url}/news/${crypto.randomUUID()}`);
          return (await ready()) === 503;
        }, 'unreadiness');
        expect((await fetch(`${site.url}/es/why-us`)).status).toBe(503);
        for (const path of ['/sitemap-es.xml', '/api/strapi/header', '/.well-known/security.txt'])
          expect((await fetch(`${site.url}${path}`)).status).toBe(503);
        const cachedPage = await fetch(`${site.url}/forex`);
        expect([cachedPage.status, await cachedPage.text()]).toEqual([200, home]);
        reading.resolve();
        await until(async () => (await ready()) === 200, 'readiness');
        expect(
          [...(await fetchAnswers(site))].filter(([, answer]) => !answer.startsWith('200 ')).map(([path]) => path),
        ).toEqual([]);
        expect(site.alarms.get('replica-broken')).toBeGreaterThan(0);
      } finally {
        reading.resolve();
        await site.stop();
      }
      // The new file is complete: it serves a restart without the feed.
      const restarted = await start(folder, unreachableFeed);
      expect(
        [...(await fetchAnswers(restarted))].filter(([, answer]) => !answer.startsWith('200 ')).map(([path]) => path),
      ).toEqual([]);
      expect(restarted.alarms.get('replica-broken')).toBeUndefined();
      await restarted.stop();
    },
  );
});
