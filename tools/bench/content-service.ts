/**
 * `node tools/bench/content-service.ts [documents…]` after `npm run build`: measures first syncs from a real Strapi with these numbers of synthetic documents
 * in three languages, and, with the fewest and the most, 50 times the time from Strapi's answer to the page. Writes `tools/bench/results-content.md`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../project-root.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { freePort, startBuiltSite } from '../../tests/start-built-site.ts';
import { StrapiEditor } from '../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../tests/strapi/strapi-process.ts';
import type { FirstSync } from './first-sync.ts';
import { median } from './machine.ts';
import { addSyntheticDocuments } from './synthetic-documents.ts';

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(0, 1000, 2500, 5000);
const rounds = 50;
/** With a large heap V8 collects garbage late, and the peak says little about what a sync needs. The sync must succeed with this heap. */
const smallHeap = ['--max-old-space-size=128', '--max-semi-space-size=8'];
const folder = await mkdtemp(join(tmpdir(), 'brokerfront-bench-content-'));
const port = await freePort();
const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
const say = (line: string) => console.log(`  ${line}`);

async function strapiMegabytes(): Promise<number> {
  return (
    Number(
      /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${strapi.process.pid ?? 0}/status`, 'utf8'))?.[1] ?? Number.NaN,
    ) / 1024
  );
}

async function firstSync(name: string): Promise<FirstSync> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...smallHeap, join(projectRoot, 'tools/bench/first-sync.ts'), join(folder, name)],
    { env: { ...process.env, STRAPI_URL: strapi.url, STRAPI_TOKEN: apiToken } },
  );
  return JSON.parse(stdout) as FirstSync;
}

/** Milliseconds from Strapi's answer until the page that `npm start` serves has the new title. */
async function publishTimes(name: string): Promise<number[]> {
  const site = await startBuiltSite({
    PORT: String(port),
    DATA_DIR: join(folder, name),
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
    LOG_LEVEL: 'error',
  });
  try {
    while (!(await fetch(`${site.url}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 100));
    // After a start, the search builds an index of all texts in each language. Publishing is measured on a site that has done so.
    for (const locale of locales) await (await fetch(`${site.url}${localePath('/search?q=forex', locale)}`)).text();
    const editor = await StrapiEditor.login(strapi.url);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const locale = locales[round % locales.length] as Locale;
      const title = `Forex, ${name}, number ${round}`;
      await editor.edit('page', 'forex', locale, (draft) => ({ ...draft, title }));
      const started = performance.now();
      while (!(await (await fetch(`${site.url}${localePath('/forex', locale)}`)).text()).includes(title))
        await new Promise((resolve) => setTimeout(resolve, 2));
      times.push(performance.now() - started);
    }
    return times;
  } finally {
    await site.stop();
  }
}

interface Row extends FirstSync {
  documents: number;
  strapiMegabytes: number;
  load: string;
}

const rows: Row[] = [];
const publishing: { documents: number; times: number[] }[] = [];
try {
  // Strapi compiles each of its queries at the first use.
  await firstSync('warm-up');
  let filled = 0;
  for (const documents of sizes) {
    addSyntheticDocuments(join(strapi.dataDir, 'content.db'), filled, documents);
    filled = documents;
    const load = (loadavg()[0] ?? 0).toFixed(1);
    const row = {
      documents,
      load,
      ...(await firstSync(`sync-${documents}`)),
      strapiMegabytes: await strapiMegabytes(),
    };
    rows.push(row);
    say(JSON.stringify(row));
    if (documents === sizes[0] || documents === sizes.at(-1)) {
      publishing.push({ documents, times: await publishTimes(`site-${documents}`) });
      say(
        `slowest: ${(publishing.at(-1)?.times ?? [])
          .map((time, round) => ({ time, round }))
          .sort((a, b) => b.time - a.time)
          .slice(0, 5)
          .map(({ time, round }) => `${time.toFixed(0)} ms (round ${round})`)
          .join(', ')}`,
      );
      say(`publish to page: median ${median(publishing.at(-1)?.times ?? []).toFixed(0)} ms`);
    }
  }
} finally {
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
}

const line = (values: (string | number)[]) => `| ${values.join(' | ')} |`;
const table = [
  line([
    'synthetic documents × 3',
    'texts in all',
    'first sync s',
    'ms a text',
    'requests',
    'site: peak MB with a heap of 128 (at rest before)',
    'replica MB',
    'again s (longest pause ms)',
    'empty poll s, requests',
    'Strapi MB',
    'load',
  ]),
  line(['--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:']),
  ...rows.map((row) =>
    line([
      row.documents,
      row.texts,
      row.seconds.toFixed(1),
      ((row.seconds * 1000) / row.texts).toFixed(2),
      row.requests,
      `${row.peakMegabytes.toFixed(0)} (${row.startMegabytes.toFixed(0)})`,
      row.replicaMegabytes.toFixed(1),
      `${row.againSeconds.toFixed(1)} (${row.againPauseMilliseconds.toFixed(0)})`,
      `${row.pollSeconds.toFixed(2)}, ${row.pollRequests}`,
      row.strapiMegabytes.toFixed(0),
      row.load,
    ]),
  ),
].join('\n');
const publishTable = [
  line(['synthetic documents × 3', 'median ms', `worst of ${rounds} ms`]),
  line(['--:', '--:', '--:']),
  ...publishing.map(({ documents, times }) =>
    line([documents, median(times).toFixed(0), Math.max(...times).toFixed(0)]),
  ),
].join('\n');
await writeFile(
  join(projectRoot, 'tools/bench/results-content.md'),
  `# Content from Strapi: measured

\`node tools/bench/content-service.ts ${sizes.join(' ')}\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, Strapi 5.54.0 on SQLite (API only), ${availableParallelism()} cores shared with other
builds and browsers (the load beside each row says how much; absolute times are upper bounds).

## First sync

Into an empty replica, with the demonstration's texts and its pictures beside the synthetic ones: copies of news and education articles,
glossary terms and questions with their relations, parts and pictures, each in en, es and it.

${table}

## From Strapi's answer to the page

A title of \`/forex\` published ${rounds} times, in turn in each language, until the page of the built site shows it, with its search index built. Target: median 200 ms, worst 1 000 ms.

${publishTable}
`,
);
