/**
 * Each alert of `deploy/monitoring/alerts.yml` fires when its part of a real site really fails, and clears when the part is back: a real Prometheus
 * scrapes the site, with seconds in the place of minutes. The minutes themselves are tried by `promtool`, with the file as it is. `FeedDown`,
 * `ContentOld` and the alerts of Strapi itself need one: `tests/strapi/content-alerts.test.ts`, `tests/strapi/postgresql.test.ts`.
 * @module-tag exhaustive
 */
import { createServer } from 'node:http';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { startValkey, valkeyInstalled } from '../../tools/testing/valkey.ts';
import { MailServer, mailUrl } from '../services/mail-server.ts';
import { boardFigures, isOfStrapi } from '../services/monitoring-board.ts';
import { type TestPostgres, postgresInstalled, startPostgres } from '../services/postgres.ts';
import {
  type RunningPrometheus,
  alertRules,
  prometheusConfig,
  prometheusInstalled,
  prometheusPath,
  startPrometheus,
  testRules,
} from '../services/prometheus.ts';
import { freePort } from '../services/free-port.ts';
import { type BuiltSite, startBuiltSite, metricsToken } from '../sites/start-built-site.ts';

/** Longer than the longest backoff. */
const patience = { timeout: 45_000 };
/** Only root can mount a small disk. */
const isRoot = process.getuid?.() === 0;
const { groups } = load(readFileSync(alertRules, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] };

describe.skipIf(!prometheusInstalled || !postgresInstalled || !valkeyInstalled() || !isRoot)('a failing part', () => {
  let folder: string;
  let disk: string;
  let database: TestPostgres;
  let valkey: Awaited<ReturnType<typeof startValkey>>;
  let valkeyPort: number;
  const mail = new MailServer();
  /** The CDN's answer to a purge. */
  let cdnStatus = 204;
  const cdn = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(cdnStatus).end());
  });
  let settings: Record<string, string>;
  let site: BuiltSite;
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-alerts-'));
    disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]);
    database = await startPostgres();
    valkeyPort = await freePort();
    valkey = await startValkey(valkeyPort);
    await mail.listen();
    const cdnPort = await freePort();
    await new Promise<void>((resolve) => cdn.listen(cdnPort, '127.0.0.1', resolve));
    settings = {
      CDN: 'webhook',
      CDN_URL: `http://127.0.0.1:${cdnPort}/purge`,
      CDN_TOKEN: 'a-secret-of-the-tests-with-32-letters',
      DATA_DIR: join(disk, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      AUTH_SECRET: 'a-secret-of-the-tests-with-32-letters',
      VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
      SMTP_URL: mailUrl(mail),
      MAIL_FROM: 'desk@veldstone.example',
      CLIENT_IP_HEADER: 'x-test-address',
    };
    site = await startBuiltSite(settings);
    prometheus = await startPrometheus(join(folder, 'prometheus'), { brokerfront: site.url }, metricsToken);
  });
  afterAll(async () => {
    await prometheus.stop();
    await site.stop();
    await mail.close();
    cdn.close();
    valkey.kill('SIGKILL');
    await database.stop();
    execFileSync('umount', [disk]);
    rmSync(folder, { recursive: true, force: true });
  });

  let visitors = 0;
  async function enquire(): Promise<number> {
    visitors += 1;
    const answer = await fetch(`${site.url}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url, 'x-test-address': `10.1.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` },
      body: new URLSearchParams({
        intent: 'send',
        elapsed: '9000',
        topic: 'account',
        name: 'Anna Rossi',
        email: `anna${visitors}@example.com`,
        message: 'A few lines about an account',
      }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
  /** Runs a command of an operator on the data of the site. */
  const command = (...parameters: string[]) =>
    execFileSync(process.execPath, [join(projectRoot, 'tools/accounts', parameters[0] ?? ''), ...parameters.slice(1)], {
      cwd: projectRoot,
      env: { PATH: process.env['PATH'], ...settings, SITE_URL: site.url },
      stdio: 'pipe',
    }).toString();
  async function restart(): Promise<void> {
    await site.stop();
    site = await startBuiltSite(settings);
  }

  test('raises no alert if there is none, on a healthy site', async () => {
    expect(await enquire()).toBe(303);
    await expect.poll(() => prometheus.series('up{job="brokerfront"} == 1')).toBe(1);
    await prometheus.clears('SiteDown');
    expect(await prometheus.firing()).toEqual([]);
  });

  test('raises an alert if it is the database, without which forms answer errors', async () => {
    await database.halt();
    await prometheus.fires('DatabaseDown');
    await prometheus.fires('ErrorsToVisitors', enquire);
    await database.resume();
    await prometheus.clears('DatabaseDown');
    await prometheus.clears('ErrorsToVisitors');
    await expect.poll(enquire).toBe(303);
  });

  test('raises an alert if it is a slow database, which makes pages slow', async () => {
    const other = new Client(database.url);
    await other.connect();
    const late = async () => {
      await other.query('begin; lock table pending_registration in access exclusive mode');
      const slowAnswer = fetch(`${site.url}/register`, { headers: { cookie: 'registration=of-nobody' } });
      await other.query('select pg_sleep(1.2); commit');
      await (await slowAnswer).arrayBuffer();
    };
    await prometheus.fires('PagesSlow', late);
    await other.end();
    await prometheus.clears('PagesSlow');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is Valkey', async () => {
    valkey.kill('SIGKILL');
    await prometheus.fires('ValkeyDown');
    valkey = await startValkey(valkeyPort);
    await prometheus.clears('ValkeyDown');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is the CPU of the process', async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 400));
    await prometheus.fires('EventLoopBlocked', async () => {
      site.process.kill('SIGSTOP');
      await pause();
      site.process.kill('SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 250));
    });
    await prometheus.clears('EventLoopBlocked');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is the mail server: a mail waits, and a mail refused too often stays until an operator sends it again', async () => {
    mail.mood = 'refuses recipients';
    expect(await enquire()).toBe(303);
    await prometheus.fires('OutboxWaits');
    // Two days of retries later.
    await database.query(
      "update outbox set attempts = 21, next_attempt_at = 0 where channel = 'mail' and status = 'pending'",
    );
    await prometheus.fires('OutboxDead');
    await prometheus.clears('OutboxWaits');
    mail.mood = 'willing';
    expect(command('outbox.ts')).toContain('dead');
    command('outbox.ts', 'retry', '--dead');
    await prometheus.clears('OutboxDead');
  });

  test('raises an alert if it is the disk', async () => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize - 8 * 1024 * 1024));
    await prometheus.fires('DataFolderFull');
    rmSync(join(disk, 'filling'));
    await prometheus.clears('DataFolderFull');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is the clock: old data is removed only when an operator confirms it', async () => {
    await database.query('update retention_run set reference = reference - 5184000000');
    await restart();
    await prometheus.fires('RetentionHeld');
    command('retention.ts', '--confirm');
    await restart();
    await prometheus.clears('RetentionHeld');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is a CDN that refuses to purge', async () => {
    cdnStatus = 403;
    await restart();
    await prometheus.fires('CdnPurgeWaits');
    cdnStatus = 204;
    await prometheus.clears('CdnPurgeWaits');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('raises an alert if it is the process', async () => {
    site.process.kill('SIGKILL');
    await prometheus.fires('SiteDown');
    site = await startBuiltSite(settings);
    await prometheus.clears('SiteDown');
    await expect.poll(() => prometheus.firing(), patience).toEqual([]);
  });

  test('every figure of the board has values', async () => {
    for (const path of ['/forex', '/forex', '/search?q=gold', '/assets/none.js']) await fetch(site.url + path);
    await enquire();
    await fetch(`${site.url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: '[{"type":"script-error","body":{"name":"TypeError","class":"missing-value"}}]',
    });
    for (const { title, expr } of boardFigures().filter((figure) => !isOfStrapi(figure.expr)))
      await expect.poll(() => prometheus.series(expr), { message: title }).toBeGreaterThan(0);
  });
});

/** Series by minute, and the minute from which the alert fires; it has ended at the last minute. */
const courses: Record<string, { series: Record<string, string>; fires: number; ends: number }> = {
  SiteDown: { series: { 'up{job="brokerfront"}': '1 0x4 1x9' }, fires: 2, ends: 6 },
  ErrorsToVisitors: {
    series: { 'http_answer_seconds_count{kind="error"}': '0x4 60+60x9 600x20' },
    fires: 7,
    ends: 25,
  },
  PagesSlow: {
    series: {
      'http_answer_seconds_bucket{kind="page",le="0.5"}': '0+10x29',
      'http_answer_seconds_bucket{kind="page",le="1"}': '0+10x4 50+20x14 340+10x9',
      'http_answer_seconds_bucket{kind="page",le="+Inf"}': '0+10x4 50+20x14 340+10x9',
    },
    fires: 11,
    ends: 28,
  },
  EventLoopBlocked: { series: { nodejs_eventloop_lag_p99_seconds: '0.01 0.3x7 0.01x9' }, fires: 6, ends: 10 },
  DatabaseDown: { series: { 'dependency_up{name="database"}': '1 0x4 1x9' }, fires: 2, ends: 6 },
  ValkeyDown: { series: { 'dependency_up{name="valkey"}': '1 0x8 1x9' }, fires: 6, ends: 10 },
  FeedDown: { series: { 'dependency_up{name="feed"}': '1 0x8 1x9' }, fires: 6, ends: 10 },
  CdnPurgeWaits: { series: { cdn_purge_oldest_seconds: '0 61x6 0x9' }, fires: 3, ends: 8 },
  ContentOld: { series: { content_sync_age_seconds: '5 1801x4 5x9' }, fires: 1, ends: 6 },
  OutboxWaits: { series: { 'outbox_oldest_seconds{channel="mail"}': '0 901x8 0x9' }, fires: 6, ends: 10 },
  OutboxDead: { series: { 'outbox_messages{channel="mail",status="dead"}': '0 1x4 0x9' }, fires: 1, ends: 6 },
  DataFolderFull: { series: { data_dir_writable: '1 0x5 1x9' }, fires: 3, ends: 7 },
  CmsDown: { series: { 'up{job="brokerfront-cms"}': '1 0x8 1x9' }, fires: 6, ends: 10 },
  CmsErrors: {
    series: { 'cms_request_seconds_count{kind="api",status="5xx"}': '0x4 60+60x9 600x20' },
    fires: 10,
    ends: 25,
  },
  CmsDatabaseDown: { series: { cms_database_up: '1 0x5 1x9' }, fires: 3, ends: 7 },
  CmsWebhooksFail: { series: { 'cms_webhooks{outcome="failed"}': '0x4 3x75' }, fires: 5, ends: 70 },
  RetentionHeld: { series: { retention_held: '0 1x4 0x9' }, fires: 1, ends: 6 },
};

test.skipIf(!prometheusInstalled)('Prometheus accepts the configuration and the rules', () => {
  const output = execFileSync(prometheusPath('promtool') ?? '', ['check', 'config', '--syntax-only', prometheusConfig]);
  expect(output.toString()).toContain('SUCCESS');
});

describe.skipIf(!prometheusInstalled)('the durations of the rules, with promtool', () => {
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  test.each(names)('hold for %s, which waits, fires, and ends', (alert) => {
    const course = courses[alert];
    if (!course) throw new Error(`${alert} has no course here`);
    const folder = mkdtempSync(join(tmpdir(), 'brokerfront-rules-'));
    /** The number of firing series that `promtool` shows at a minute. */
    const shows = (minute: number, count: 0 | 1) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: '{}', value: count }],
    });
    try {
      const output = testRules(folder, {
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: Object.entries(course.series).map(([series, values]) => ({ series, values })),
            promql_expr_test: [shows(0, 0), shows(course.fires - 1, 0), shows(course.fires, 1), shows(course.ends, 0)],
          },
        ],
      });
      expect(output).toContain('SUCCESS');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
