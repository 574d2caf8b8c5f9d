/** Formats the results as a Markdown page, with a yes or a no for every target. */
import type { BrowserLoad } from './browser-load.ts';
import type { CachedRate } from './cached-rate.ts';
import type { RegistrationLoad } from './registrations.ts';
import type { RenderRates } from './render-home.ts';

export interface Results {
  date: string;
  machine: Record<string, string>;
  cached: CachedRate[];
  rates: RenderRates;
  loads: BrowserLoad[];
  /** Resident megabytes of the one measured server, in the order of the run: each reading depends on the steps before it. */
  memory: { after: string; megabytes: number }[];
  registrations: RegistrationLoad[];
}

export interface Target {
  name: string;
  met: boolean;
  measured: string;
}

/** The targets of the requirements. */
export function judgeTargets({ cached, rates, memory, registrations }: Results): Target[] {
  const resident = Math.max(...memory.map(({ megabytes }) => megabytes));
  return [
    ...cached.map(({ path, ratio }) => ({
      name: `cached ${path} at least 0.6 of nginx`,
      met: ratio >= 0.6,
      measured: ratio.toFixed(2),
    })),
    {
      name: 'uncached home at least 1 000 renders a second and core',
      met: rates.renders >= 1000,
      measured: rates.renders.toFixed(0),
    },
    {
      name: 'less than 250 MB after load, at each reading',
      met: resident < 250,
      measured: `${resident.toFixed(0)} MB`,
    },
    ...registrations.map(({ engine, perSecond, failed, page }) => ({
      name: `${perSecond} registrations a second on ${engine}: none fails, cached pages under 20 ms at p99`,
      met: failed === 0 && page.p99 < 20,
      measured: `${failed} failed, ${page.p99.toFixed(1)} ms`,
    })),
  ];
}

type Row = Record<string, string | number>;

/** A Markdown table whose head is the keys of its rows. */
function formatTable(rows: readonly Row[]): string {
  const head = Object.keys(rows[0] ?? {});
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows.map((row) => Object.values(row))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
const tenths = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;

export function formatResults(results: Results): string {
  const { date, machine, cached, rates, loads, memory, registrations } = results;
  const sections: [title: string, note: string, rows: Row[]][] = [
    [
      'Targets',
      '',
      judgeTargets(results).map(({ name, measured, met }) => ({ target: name, measured, met: met ? 'yes' : '**no**' })),
    ],
    [
      'Cached pages a second, one core',
      'nginx serves the same brotli bytes with the same headers from a file, one worker on the same core. 64 connections, short rounds in turns. The ratio is the median of the rounds, of all and by process.',
      cached.map(({ path, bytes, ours, nginx, ratio, ratios }) => ({
        page: path,
        bytes: whole(bytes),
        ours: whole(ours),
        nginx: whole(nginx),
        ratio: ratio.toFixed(2),
        'by process': ratios.map((one) => one.toFixed(2)).join(', '),
      })),
    ],
    [
      'Uncached renders of the home page a second, one core',
      'In process, through the built renderer, in three languages in turn. Medians of three processes.',
      [
        { renders: 'document and payload', 'a second': whole(rates.renders) },
        { renders: 'the same with brotli 5 and gzip 6: a first answer', 'a second': whole(rates.answers) },
      ],
    ],
    [
      'First load in Chromium',
      'Kilobytes on the wire with headers, empty cache, until the load event; then what idle time adds.',
      loads.map(({ path, requests, bytes, total, afterLoad }) => ({
        page: path,
        requests,
        ...Object.fromEntries(Object.entries(bytes).map(([kind, size]) => [kind, kilobytes(size)])),
        total: kilobytes(total),
        idle: kilobytes(afterLoad),
      })),
    ],
    ['Memory', '', memory.map(({ after, megabytes }) => ({ after, 'resident MB': whole(megabytes) }))],
    [
      'Registrations under load',
      'argon2id (m=19456, t=2, p=1) off the main thread; client and server share the cores of the machine.',
      registrations.map(({ engine, perSecond, seconds, sent, failed, registration, page }) => ({
        database: engine,
        rate: `${perSecond}/s for ${seconds} s`,
        sent: whole(sent),
        failed,
        'registration p50 / p99 ms': tenths(registration),
        'cached page meanwhile p50 / p99 ms': tenths(page),
      })),
    ],
  ];
  return [
    `# Bench results, ${date}`,
    'Written by `npm run bench`. Rates hold for this machine only; ratios and bytes are comparable. The server is kept on one core, wrk on another.',
    formatTable(Object.entries(machine).map(([part, value]) => ({ machine: part, value }))),
    ...sections.flatMap(([title, note, rows]) => [`## ${title}`, ...(note ? [note] : []), formatTable(rows)]),
  ]
    .join('\n\n')
    .concat('\n');
}
