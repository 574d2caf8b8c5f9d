/**
 * `npm run archive`: what stood at an address, and when (server/archive/).
 *
 * - `-- /es/forex 2026-11-03T10:00Z`: the page as it was, on the standard output; what applied, on the other one
 * - `-- changes /es/forex`: every version
 * - `-- head`: the head of the log, to be kept elsewhere
 * - `-- verify [SIZE ROOT]`: looks for one changed byte, and for what a kept head and each daily seal covered
 * - `-- seals FOLDER`: writes the daily seals
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { type Config, ConfigError } from '../../server/config.ts';
import { writeHead } from '../../server/archive/head-seals.ts';
import { createLedgerClient } from '../../server/archive/ledger-client.ts';
import { compareLinked } from '../../server/archive/linked-proofs.ts';
import { type ArchivedText, ArchiveReader, type DatedEntry } from '../../server/archive/store/archive-reader.ts';
import { listSeals } from '../../server/archive/store/archive-seals.ts';
import { type ArchiveDatabase, openArchiveDatabase } from '../../server/archive/store/archive-tables.ts';
import { verifyArchive } from '../../server/archive/store/verify-archive.ts';
import { parsePageAddress } from '../../server/pages/page-address.ts';
import { readConfig } from '../../server/process/start-problem.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { projectRoot } from '../project-root.ts';

const usage = `  npm run archive -- /es/forex 2026-11-03T10:00Z   the page as it was
  npm run archive -- changes /es/forex             every version of it
  npm run archive -- head                          the head of the log, to be kept elsewhere
  npm run archive -- verify [SIZE ROOT]            looks for a changed byte
  npm run archive -- seals FOLDER                  writes the daily seals of the head`;

function end(message: string, code: number): never {
  console.error(message);
  process.exit(code);
}

function readSettings() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return end(error.message, 78);
    throw error;
  }
}

/** The address under which the archive knows what a person types: without a trailing slash, with the language as the site writes it. */
function readAddress(typed: string): string {
  const parsed = parsePageAddress(typed.replace(/^https?:\/\/[^/]+/, '') || '/');
  if (parsed.kind === 'redirect') return readAddress(parsed.to);
  if (parsed.kind !== 'page') return end(`${typed} is no address of a page.`, 2);
  return localePath(parsed.address.path, parsed.address.locale);
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

async function verify(archive: ArchiveDatabase, config: Config, [size, root]: readonly string[]): Promise<void> {
  const kept = size && root ? [{ size: Number(size), root: Buffer.from(root, 'hex') }] : [];
  const { strapiUrl, webhookSecret, accounts, dataDir } = config;
  const database = await openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir });
  const linked = compareLinked(
    database,
    strapiUrl && webhookSecret ? createLedgerClient(strapiUrl, webhookSecret) : null,
  );
  const seals = await listSeals(archive);
  const found = verifyArchive(new ArchiveReader(archive), { heads: [...kept, ...seals], compare: linked.compare });
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
      `${entries} entries, ${seals.length} seals, ${faults} faults. Head: ${entries} ${head.toString('hex')}`,
    );
    break;
  }
  await database.close();
  if (faults > 0) process.exitCode = 1;
}

/** Writes each seal as a text, and what the authority said of it: `openssl ts -verify -data DAY.txt -in DAY.tsr` checks its signature. */
async function writeSeals(archive: ArchiveDatabase, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const seal of await listSeals(archive)) {
    await writeFile(join(folder, `${seal.day}.txt`), writeHead(seal));
    if (seal.token) await writeFile(join(folder, `${seal.day}.tsr`), seal.token);
    console.log(`${seal.day} ${seal.size} ${seal.root.toString('hex')}${seal.token ? ' with a time stamp' : ''}`);
  }
}

process.chdir(projectRoot);
const [command = '', ...parameters] = process.argv.slice(2);
const config = readSettings();
const archive = await openArchiveDatabase({ databaseUrl: config.accounts.databaseUrl, dataDir: config.dataDir });
const reader = new ArchiveReader(archive);
try {
  if (command.startsWith('/') || /^https?:/.test(command)) {
    const moment = parameters[0] === undefined ? Date.now() : Date.parse(parameters[0]);
    if (Number.isNaN(moment)) end(`${parameters[0]} is no moment; write 2026-11-03T10:00Z.`, 2);
    await show(reader, readAddress(command), moment);
  } else if (command === 'changes' && parameters[0]) {
    for (const entry of await reader.listChanges(readAddress(parameters[0])))
      console.log(describe(entry, (await reader.readText(entry)).text));
  } else if (command === 'head') {
    const { size, root } = await reader.readHead();
    console.log(`${size} ${root.toString('hex')}`);
  } else if (command === 'verify') await verify(archive, config, parameters);
  else if (command === 'seals' && parameters[0]) await writeSeals(archive, parameters[0]);
  else end(usage, 2);
} finally {
  await archive.db.destroy();
}
