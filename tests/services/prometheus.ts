/** The real Prometheus with the files of `deploy/monitoring/`, which scrapes real sites and Strapis, and its `promtool` for rules that take hours. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { projectRoot } from '../../tools/project-root.ts';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const folders = ['/usr/bin', '/usr/local/bin'];

export function prometheusPath(name: 'prometheus' | 'promtool' = 'prometheus'): string | null {
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place)) ?? null;
}

export const prometheusInstalled = prometheusPath() !== null && prometheusPath('promtool') !== null;

export const alertRules = join(projectRoot, 'deploy/monitoring/alerts.yml');
export const prometheusConfig = join(projectRoot, 'deploy/monitoring/prometheus.yml');

/** Seconds instead of minutes, and thresholds of age that a test can reach. The conditions do not change. */
const quicker: readonly (readonly [RegExp, string])[] = [
  [/\bfor: \d+m/g, 'for: 1s'],
  [/\[5m\]/g, '[4s]'],
  // Long enough for an editor to publish three times.
  [/\[1h\]/g, '[20s]'],
  // Strapi is polled every ten seconds, so healthy content may be that old.
  [/content_sync_age_seconds > 1800/g, 'content_sync_age_seconds > 20'],
  [/(outbox_oldest_seconds\S+) > 900/g, '$1 > 3'],
  [/cdn_purge_oldest_seconds > 60/g, 'cdn_purge_oldest_seconds > 3'],
];

/** Shortens the durations of the rules. @throws when a pattern has no match, because the test would then wait for hours. */
function quickRules(): string {
  return quicker.reduce(
    (text, [from, to]) => {
      if (!from.test(text)) throw new Error(`alerts.yml has no ${String(from)}`);
      return text.replaceAll(from, to);
    },
    readFileSync(alertRules, 'utf8'),
  );
}

export interface RunningPrometheus {
  /** Lists the alerts that fire now, sorted by name. */
  firing: () => Promise<string[]>;
  /** Counts the series that an expression yields now. */
  series: (expression: string) => Promise<number>;
  /** Waits until an alert fires. @param again runs between two looks. */
  fires: (alert: string, again?: () => Promise<unknown>) => Promise<void>;
  clears: (alert: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Longer than the poll of the content and the longest backoff. */
const patienceMs = 45_000;

interface Job {
  job_name: string;
  authorization: { credentials_file: string };
}

/** Writes the configuration with the addresses of a test; leaves out jobs without an address. */
function writeConfig(places: Readonly<Record<string, string>>, rules: string, token: string): string {
  const config = load(readFileSync(prometheusConfig, 'utf8')) as { scrape_configs: Job[] };
  const unknown = Object.keys(places).filter((job) => !config.scrape_configs.some(({ job_name }) => job_name === job));
  if (unknown.length > 0) throw new Error(`prometheus.yml has no job ${unknown.join(', ')}`);
  return JSON.stringify({
    ...config,
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '500ms' },
    rule_files: [rules],
    scrape_configs: config.scrape_configs.flatMap((job) => {
      const place = places[job.job_name];
      if (place === undefined) return [];
      const targets = [new URL(place).host];
      return [{ ...job, authorization: { credentials: token }, static_configs: [{ targets }] }];
    }),
  });
}

/**
 * @param places origin of what each job scrapes.
 * @param token that it sends to them.
 * @throws with its output when Prometheus ends before it is ready.
 */
export async function startPrometheus(
  folder: string,
  places: Readonly<Record<string, string>>,
  token: string,
): Promise<RunningPrometheus> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'alerts.yml'), quickRules());
  writeFileSync(join(folder, 'prometheus.yml'), writeConfig(places, join(folder, 'alerts.yml'), token));
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    prometheusPath() ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'exit');
  async function ask<Data>(path: string): Promise<Data> {
    const answer = (await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Data; error?: string };
    if (answer.error) throw new Error(answer.error);
    return answer.data;
  }
  async function firing(): Promise<string[]> {
    const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
    const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    return [...new Set(names)].sort();
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}:\n${errors}`);
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    return answer?.ok;
  }, 'Prometheus');
  return {
    firing,
    series: async (expression) =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length,
    fires: async (alert, again) =>
      void (await until(
        async () => {
          await again?.();
          return (await firing()).includes(alert);
        },
        `${alert} to fire`,
        patienceMs,
      )),
    clears: async (alert) =>
      void (await until(async () => !(await firing()).includes(alert), `${alert} to clear`, patienceMs)),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs `promtool test rules`. @param tests as its documentation says. @returns what it says. @throws with what it found. */
export function testRules(folder: string, tests: object): string {
  const file = join(folder, 'tests.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [alertRules], ...tests }));
  return execFileSync(prometheusPath('promtool') ?? 'promtool', ['test', 'rules', file], { stdio: 'pipe' }).toString();
}
