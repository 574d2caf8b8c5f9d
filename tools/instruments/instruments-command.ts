/** Checks, imports and exports instruments. A file with faults changes nothing, and an import first shows its changes. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkInstruments, formatFault } from '../../content/feed/instrument-check.ts';
import { type WireInstrument, writeInstruments } from '../../content/feed/instrument-file.ts';
import { fileStore } from './file-store.ts';
import { changeLines, planImport } from './import-plan.ts';
import { strapiStore } from './strapi-store.ts';

export interface CommandContext {
  /** The folder of the demonstration. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  say: (line: string) => void;
  /** Asks the person at the terminal. @returns false when nobody is there. */
  ask: (question: string) => Promise<boolean>;
  /** ISO date-time, UTC. */
  now: () => string;
}

/** The store of instruments that the command reads and writes. */
export interface InstrumentStore {
  /** For messages. */
  name: string;
  read: () => Promise<WireInstrument[]>;
  /**
   * @param changed new and changed instruments.
   * @param all all instruments after the import.
   * @returns whether they wait for approval, so that nothing has changed yet.
   * @throws with a sentence when it could not write everything.
   */
  write: (changed: readonly WireInstrument[], all: readonly WireInstrument[]) => Promise<boolean>;
}

const usage = [
  'npm run instruments -- check FILE.csv            names each fault of a file',
  'npm run instruments -- import FILE.csv [--yes]   shows what the file changes, asks, and changes it',
  'npm run instruments -- export FILE.csv [--yes]   writes all instruments to a file',
  '',
  'The instruments are in the demonstration (demo/instruments.csv), or with STRAPI_URL in Strapi, where an import needs',
  'an API token that may write instruments, in STRAPI_WRITE_TOKEN.',
];
const usageExitCode = 64;
/** Limits the printed faults, because a file in another format has one in every cell. */
const maxPrintedFaults = 200;

/** Runs the command. @returns the exit code: 0 success, 1 failure, 64 wrong usage. */
export async function instrumentsCommand(given: string[], context: CommandContext): Promise<number> {
  const { say } = context;
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [action, file] = positionals;
    if (action === 'check' && file) return await checkFile(file, context);
    if (action === 'import' && file) return await importFile(file, values.yes, context);
    if (action === 'export' && file) return await exportTo(file, values.yes, context);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) {
      say(error instanceof Error ? error.message : String(error));
      return 1;
    }
  }
  usage.forEach(say);
  return usageExitCode;
}

async function checkFile(file: string, context: CommandContext): Promise<number> {
  const instruments = await readValidFile(file, context);
  if (!instruments) return 1;
  context.say(`${file}: ${instruments.length} instruments, no fault.`);
  return 0;
}

async function importFile(file: string, yes: boolean, context: CommandContext): Promise<number> {
  const store = chooseStore(context);
  // The store is read while the file is checked. A failed read matters only when the file is valid.
  const current = store.read();
  current.catch(() => undefined);
  const instruments = await readValidFile(file, context);
  return instruments ? importAll(instruments, store, await current, yes, context) : 1;
}

function chooseStore({ environment, folder }: CommandContext): InstrumentStore {
  const { STRAPI_URL: url, STRAPI_WRITE_TOKEN: token } = environment;
  return url ? strapiStore(url.replace(/\/+$/, ''), token ?? '') : fileStore(folder);
}

/** Lists the ids of documents of the demonstration; null for Strapi, from which the command reads only instruments. There the site raises an alarm. */
async function listKnownIds(collection: string, { environment, folder }: CommandContext): Promise<string[] | null> {
  if (environment['STRAPI_URL']) return null;
  const names = await readdir(join(folder, collection)).catch(() => []);
  const ids = [...new Set(names.map((name) => name.split('.', 1)[0] ?? ''))].sort();
  return ids.length > 0 ? ids : null;
}

/** Reads the instruments of a file; prints its faults and returns null when it has any. @throws when the file cannot be read. */
async function readValidFile(file: string, context: CommandContext): Promise<WireInstrument[] | null> {
  const bytes = await readFile(file).catch(() => {
    throw new Error(`${file} cannot be read. Nothing was changed.`);
  });
  const { faults, instruments } = checkInstruments(
    bytes,
    await listKnownIds('account-types', context),
    context.now(),
    await listKnownIds('trading-calendars', context),
  );
  if (faults.length === 0) return instruments;
  for (const fault of faults.slice(0, maxPrintedFaults)) context.say(formatFault(fault));
  if (faults.length > maxPrintedFaults) context.say(`… and ${faults.length - maxPrintedFaults} more.`);
  context.say(`${file} has ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}. Nothing was changed.`);
  return null;
}

async function importAll(
  instruments: WireInstrument[],
  store: InstrumentStore,
  current: readonly WireInstrument[],
  yes: boolean,
  { say, ask, now }: CommandContext,
): Promise<number> {
  const plan = planImport(current, instruments, now());
  changeLines(plan).forEach(say);
  const changed = [...plan.added, ...plan.changed.map(({ after }) => after)];
  if (changed.length === 0) {
    say(`Nothing to change in ${store.name}.`);
    return 0;
  }
  if (!yes && !(await ask(`Change ${store.name}?`))) {
    say('Nothing was changed. Add --yes to change it without being asked.');
    return 1;
  }
  const waits = await store.write(changed, plan.all);
  const counts = `${plan.added.length} added, ${plan.changed.length} changed`;
  say(
    waits
      ? `${store.name}: submitted (${counts}). It is live when a second person has approved it.`
      : `${store.name}: ${counts}.`,
  );
  return 0;
}

async function exportTo(file: string, yes: boolean, context: CommandContext): Promise<number> {
  const store = chooseStore(context);
  const instruments = await store.read();
  try {
    await writeFile(file, writeInstruments(instruments), { flag: yes ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    context.say(`${file} exists. Add --yes to overwrite it.`);
    return 1;
  }
  context.say(`${file}: ${instruments.length} instruments of ${store.name}.`);
  return 0;
}
