/**
 * `npm run archive`: what stood at an address, and when (parts/archive/).
 *
 * - `-- /es/forex 2026-11-03T10:00Z`: the page as it was, on the standard output; what applied, on the other one
 * - `-- changes /es/forex`: every version
 * - `-- export /es/forex FROM UNTIL FILE.zip`: a period, for somebody who checks it without us; `'/es/*'` for all below
 * - `-- head`: the head of the log, to be kept elsewhere
 * - `-- verify [SIZE ROOT]`: finds one changed byte, and a log that does not begin with what a kept head or a daily one covers
 */
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openAccountsDatabase } from '../../../accounts/database/open-accounts-database.ts';
import { type Config, ConfigError } from '../../../server/config.ts';
import { parseConfig } from '../../../server/parse-config.ts';
import { findArchivedAddress, readAddressRange } from '../archived-address.ts';
import { ExportTooLarge, countPages, exportArchive } from '../export/archive-export.ts';
import { writeZip } from '../export/zip-writer.ts';
import { createLedgerClient } from '../../../server/content/ledger-client.ts';
import { compareLinked } from '../linked-proofs.ts';
import { type ArchivedText, ArchiveReader, type DatedEntry } from '../store/archive-reader.ts';
import { openArchiveDatabase } from '../store/archive-tables.ts';
import { verifyArchive } from '../store/verify-archive.ts';
import { projectRoot } from '../../../tools/project-root.ts';

const usage = `  npm run archive -- /es/forex 2026-11-03T10:00Z   the page as it was
  npm run archive -- changes /es/forex             every version of it
  npm run archive -- export /es/forex 2026-11-03 2026-12-03 file.zip   a period, with its proof ('/es/*' for all below)
  npm run archive -- head                          the head of the log, to be kept elsewhere
  npm run archive -- verify [SIZE ROOT]            finds a changed byte`;

function end(message: string, code: number): never {
  console.error(message);
  process.exit(code);
}

function readSettings() {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return end(error.message, 78);
    throw error;
  }
}

function readAddress(typed: string): string {
  return findArchivedAddress(typed) ?? end(`${typed} is no address of a page.`, 2);
}

function readMoment(typed: string): number {
  const moment = Date.parse(typed);
  return Number.isNaN(moment) ? end(`${typed} is no moment; write 2026-11-03T10:00Z.`, 2) : moment;
}

function writeTime(moment: number | null): string {
  return moment === null ? 'now' : new Date(moment).toISOString();
}

function describe({ kind, at, until, hash }: DatedEntry, text: ArchivedText['text']): string {
  const what = kind === 'redirect' ? `led to ${text}` : kind === 'gone' ? 'nothing' : `a ${kind}`;
  return `${writeTime(at)} to ${writeTime(until)}  ${what}${kind === 'page' ? `  sha256 ${hash.toString('hex')}` : ''}`;
}

async function show(reader: ArchiveReader, address: string, moment: number): Promise<void> {
  const entry = await reader.findAt(address, moment);
  if (!entry) return end(`The archive has nothing of ${address} until ${writeTime(moment)}.`, 1);
  const { text, context } = await reader.readText(entry);
  console.error(`${address}\n${describe(entry, text)}\nentry ${entry.seq} of the log`);
  if (text === null) return end('Its time is over: only its hash is kept.', 1);
  if (context) {
    console.error(`build ${context.build}, from these documents:`);
    for (const document of context.documents) {
      const version = await reader.findAt(document, entry.at);
      console.error(`  ${document}  ${version ? (await reader.readText(version)).text : ''}`);
    }
  }
  if (entry.kind === 'page') process.stdout.write(text);
}

async function exportPeriod(
  reader: ArchiveReader,
  siteUrl: string,
  [typed = '', from = '', until = '', file = '']: readonly string[],
): Promise<void> {
  const range = readAddressRange(typed) ?? end(`${typed} is no address of a page.`, 2);
  const request = { ...range, from: readMoment(from), until: readMoment(until) };
  try {
    const pages = await countPages(reader, request);
    if (pages === 0) return end('The archive has no page in this period.', 1);
    const target = resolve(process.env['INIT_CWD'] ?? '.', file);
    await pipeline(writeZip(exportArchive(reader, request, siteUrl)), createWriteStream(target));
    console.log(`${pages} pages in ${target}. Unpacked, "python3 check.py" checks them.`);
  } catch (error) {
    if (!(error instanceof ExportTooLarge)) throw error;
    return end(error.message, 1);
  }
}

async function verify(reader: ArchiveReader, config: Config, [size, root]: readonly string[]): Promise<void> {
  const kept = size && root ? [{ size: Number(size), root: Buffer.from(root, 'hex') }] : [];
  const { strapiUrl, webhookSecret, accounts, dataDir } = config;
  const database = await openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir });
  const linked = compareLinked(
    database,
    strapiUrl && webhookSecret ? createLedgerClient(strapiUrl, webhookSecret) : null,
  );
  const daily = await reader.listDailyHeads();
  const found = verifyArchive(reader, { heads: [...kept, ...daily], compare: linked.compare });
  let faults = 0;
  const say = (fault: string) => {
    faults += 1;
    console.error(fault);
  };
  for (let step = await found.next(); ; step = await found.next()) {
    if (!step.done) {
      say(step.value);
      continue;
    }
    for (const fault of await linked.finish()) say(fault);
    const { size: entries, root: head } = step.value;
    console.log(
      `${entries} entries, ${daily.length} daily heads, ${faults} faults. Head: ${entries} ${head.toString('hex')}`,
    );
    break;
  }
  await database.close();
  if (faults > 0) process.exitCode = 1;
}

process.chdir(projectRoot);
const [command = '', ...parameters] = process.argv.slice(2);
const config = readSettings();
const archive = await openArchiveDatabase({ databaseUrl: config.accounts.databaseUrl, dataDir: config.dataDir });
const reader = new ArchiveReader(archive);
try {
  if (command.startsWith('/') || /^https?:/.test(command)) {
    await show(reader, readAddress(command), parameters[0] === undefined ? Date.now() : readMoment(parameters[0]));
  } else if (command === 'changes' && parameters[0]) {
    for (const entry of await reader.listChanges(readAddress(parameters[0])))
      console.log(describe(entry, (await reader.readText(entry)).text));
  } else if (command === 'export' && parameters.length === 4) await exportPeriod(reader, config.siteUrl, parameters);
  else if (command === 'head') {
    const { size, root } = await reader.readHead();
    console.log(`${size} ${root.toString('hex')}`);
  } else if (command === 'verify') await verify(reader, config, parameters);
  else end(usage, 2);
} finally {
  await archive.db.destroy();
}
