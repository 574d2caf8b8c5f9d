/**
 * Receives the reports that browsers send: violations of the Content-Security-Policy, requests that did not reach the site, and errors of our scripts. Anybody
 * can send them, so the server reduces each to a few words and an origin before it counts and logs it, and keeps nothing about a visitor: no
 * address, no page, no query.
 */
import { Hono } from 'hono';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import { readBoundedText } from '../http/bounded-body.ts';
import { noStore } from '../http/refusals.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { type ScriptError, limitBuildLabels, findListedWord, readScriptError } from './script-errors.ts';
import { findNetwork } from '../http/visit.ts';

const maxBodyBytes = 32 * 1024;
const maxReportsInBody = 20;
/** Limits per minute, from one address and from all. A page with a fault sends a few reports; a client that sends more is not a browser. */
const maxBatches = 30;
const maxTotalBatches = 600;
const minuteMs = 60_000;
const maxSubjects = 50;

const kinds = [
  'csp-violation',
  'network-error',
  'permissions-policy-violation',
  'integrity-violation',
  'coop',
  'coep',
  'deprecation',
  'intervention',
  'crash',
  'script-error',
];
const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'media-src',
  'worker-src',
  'object-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
];
/** Keywords in the place of an address in a violation report. */
const keywords = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'trusted-types-policy',
  'trusted-types-sink',
  'data',
  'blob',
  'about',
]);

interface BrowserReport {
  kind: string;
  /** The directive of the policy, or the phase of the request. */
  detail: string;
  /** The refused origin, scheme or keyword. */
  subject: string;
  script?: ScriptError;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reduces an address to its origin or scheme; the rest may reveal something about a visitor. */
function reduceToOrigin(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  if (keywords.has(value)) return value;
  const url = value.length > 2000 ? null : URL.parse(value);
  if (!url) return 'other';
  return /^https?:$/.test(url.protocol) ? url.origin.slice(0, 100) : url.protocol.slice(0, 30);
}

function readReport(report: unknown, userAgent: string): BrowserReport | null {
  if (!isFields(report)) return null;
  // The older format, from browsers that only know `report-uri`.
  const olderReport = report['csp-report'];
  if (isFields(olderReport)) {
    const directive = olderReport['effective-directive'] ?? olderReport['violated-directive'];
    return {
      kind: 'csp-violation',
      detail: findListedWord(typeof directive === 'string' ? directive.split(' ', 1)[0] : '', directives),
      subject: reduceToOrigin(olderReport['blocked-uri']),
    };
  }
  const body = isFields(report['body']) ? report['body'] : {};
  const kind = findListedWord(report['type'], kinds);
  if (kind === 'csp-violation')
    return {
      kind,
      detail: findListedWord(body['effectiveDirective'], directives),
      subject: reduceToOrigin(body['blockedURL']),
    };
  if (kind === 'script-error') {
    const script = readScriptError(body, userAgent);
    const { build, name, place, browser } = script;
    return { kind, detail: script.class, subject: `${name} ${build} ${place} ${browser}`, script };
  }
  const failure =
    typeof body['type'] === 'string' && /^[a-z_]{1,20}(?:\.[a-z_]{1,40}){0,2}$/.test(body['type']) ? body['type'] : '';
  return kind === 'network-error'
    ? { kind, detail: findListedWord(body['phase'], ['dns', 'connection', 'application']), subject: failure }
    : { kind, detail: '', subject: '' };
}

/** Reads at most 20 reports. @returns null when the text is not JSON or any of them is not an object. */
export function readReports(text: string, userAgent = ''): BrowserReport[] | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const reports = (Array.isArray(content) ? content : [content])
    .slice(0, maxReportsInBody)
    .map((report) => readReport(report, userAgent));
  return reports.every((report) => report !== null) ? reports : null;
}

interface Options {
  metrics: Pick<Metrics, 'reports' | 'scriptErrors'>;
  log: Logger;
  clientIpHeader: string;
}

export class BrowserReports {
  readonly #options: Options;
  readonly #addressLimit = new MemoryLimiter({ points: maxBatches, seconds: 60 });
  readonly #totalLimit = new MemoryLimiter({ points: maxTotalBatches, seconds: 60 });
  /** Number of reports by content, since the last line of the log. */
  #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  readonly #toLabel = limitBuildLabels();

  constructor(options: Options) {
    this.#options = options;
  }

  routes(): Hono<SiteEnv> {
    const app = new Hono<SiteEnv>();
    app.post('/', (context) => this.#receive(context));
    return app;
  }

  async #receive(context: RequestContext): Promise<Response> {
    if (!/^application\/(?:reports\+json|csp-report|json)\b/i.test(context.req.header('content-type') ?? ''))
      return context.text('Reports are application/reports+json.', 415, noStore);
    const wait = this.#addressLimit.use(findNetwork(context, this.#options.clientIpHeader)) || this.#totalLimit.use('');
    if (wait > 0)
      return context.text('These are too many reports.', 429, {
        ...noStore,
        'retry-after': String(wait),
        connection: 'close',
      });
    const text = await readBoundedText(context.req.raw, maxBodyBytes);
    if (text === null) return context.text('These are too many reports.', 413, { ...noStore, connection: 'close' });
    const reports = readReports(text, context.req.header('user-agent') ?? '');
    if (!reports) return context.text('These reports cannot be read.', 400, noStore);
    for (const report of reports) this.#count(report);
    return context.body(null, 204, noStore);
  }

  #count({ kind, detail, subject, script }: BrowserReport): void {
    const { reports, scriptErrors } = this.#options.metrics;
    reports.inc({ kind, detail });
    if (script) scriptErrors.inc({ build: this.#toLabel(script.build), name: script.name, class: script.class });
    const name = [kind, detail, subject].filter(Boolean).join(' ');
    const key = this.#seen.has(name) || this.#seen.size < maxSubjects ? name : 'others';
    this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.flush(), minuteMs).unref();
  }

  /** Logs one line about all reports since the last one. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#seen.size > 0) this.#options.log.warn({ reports: Object.fromEntries(this.#seen) }, 'browsers report');
    this.#seen = new Map();
  }
}
