/** Customers who send real forms and remember the accepted ones, which must be in the database whatever happens to the process. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { typedDetails } from '../../tests/accounts/registration-samples.ts';
import { pdf } from '../../tests/accounts/cv-files.ts';
import type { AttackedSite } from './attacked-site.ts';
import { addressHeader } from './generate/endpoints.ts';
import type { Findings } from './report.ts';

const formKinds = ['registration', 'enquiry', 'application', 'consent'] as const;
type FormKind = (typeof formKinds)[number];

const timeoutMs = 30_000;

interface Options {
  site: AttackedSite;
  findings: Findings;
  dataDir: string;
  /** Milliseconds between two forms of one kind. */
  intervalMs: number;
}

/** Finds the records of each kind of form. */
const queries: Record<FormKind, string> = {
  registration: 'select r.email from registration r join user u on u.id = r.user_id join account a on a.userId = u.id',
  enquiry: 'select email from enquiry',
  application: 'select email from application',
  consent: 'select id from consent_decision',
};

export class Customers {
  readonly #options: Options;
  readonly #accepted = new Map<FormKind, Set<string>>(formKinds.map((kind) => [kind, new Set()]));
  #sent = 0;
  #textHash = '';
  #stopped = false;
  #loops: Promise<void>[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#loops = formKinds.map(async (kind) => {
      while (!this.#stopped) {
        await wait(this.#options.intervalMs);
        await this.#send(kind);
      }
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  async #request(path: string, init: RequestInit = {}): Promise<Response | null> {
    this.#sent += 1;
    // Each form comes from a different address, so that no rate limit applies.
    const address = `10.${77 + (this.#sent >> 16)}.${(this.#sent >> 8) & 255}.${this.#sent & 255}`;
    const { body } = init;
    const { site } = this.#options;
    try {
      return await fetch(`${site.url}${path}`, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...init,
        headers: { origin: site.url, [addressHeader]: address, ...(init.headers as Record<string, string>) },
      });
    } catch {
      return null;
    }
  }

  /** Sends a form. @param key identifies its record in the database. */
  async #post(kind: FormKind, key: string): Promise<Response | null> {
    const person = { elapsed: '9000', name: 'Anna Rossi', email: key };
    if (kind === 'registration') {
      const fields = { ...person, ...typedDetails, intent: 'create', password: 'Veld-Gr4ss!x' };
      return this.#request('/old-register', { body: new URLSearchParams(fields) });
    }
    if (kind === 'enquiry') {
      const fields = { ...person, intent: 'enquire', topic: 'complaint', message: 'A message that is long enough' };
      return this.#request('/contact', { body: new URLSearchParams(fields) });
    }
    if (kind === 'application') {
      const fields = { ...person, intent: 'apply', job: 'senior-typescript-engineer-remote', message: '' };
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      body.append('cv', new File([new Uint8Array(pdf)], 'cv.pdf', { type: 'application/pdf' }));
      return this.#request('/careers', { body });
    }
    const now = new Date().toISOString();
    const decision = {
      id: key,
      consentId: crypto.randomUUID(),
      firstConsentAt: now,
      decidedAt: now,
      categories: ['necessary'],
      services: { necessary: [], analytics: [], ads: [] },
      revision: 0,
      textHash: (this.#textHash ||= await this.#fetchTextHash()),
      locale: 'en',
      source: 'dialog',
    };
    const headers = { 'content-type': 'application/json' };
    return this.#request('/api/consent', { body: JSON.stringify(decision), headers });
  }

  async #fetchTextHash(): Promise<string> {
    const response = await this.#request('/api/consent/texts?locale=en');
    return /"hash":"([0-9a-f]{64})"/.exec((await response?.text().catch(() => '')) ?? '')?.[1] ?? '';
  }

  /** Sends one form, and remembers it when it was accepted. Never throws. */
  async #send(kind: FormKind): Promise<void> {
    const key = kind === 'consent' ? crypto.randomUUID() : `${kind}-${crypto.randomUUID().slice(0, 18)}@example.com`;
    const response = await this.#post(kind, key);
    await response?.body?.cancel().catch(() => undefined);
    this.#options.findings.forms += 1;
    const status = response?.status ?? 0;
    const isAccepted =
      kind === 'consent'
        ? status === 204 || status === 202
        : status === 303 && (response?.headers.get('location') ?? '').includes('#');
    if (isAccepted) {
      this.#accepted.get(kind)?.add(key);
      this.#options.findings.acknowledged += 1;
    }
  }

  /** Finds accepted forms whose record or file is missing. Only reads the database, so the site may be running. */
  findLost(): string[] {
    const { dataDir } = this.#options;
    const accepted = [...this.#accepted].flatMap(([kind, keys]) => [...keys].map((key) => ({ kind, key })));
    const file = join(dataDir, 'accounts.sqlite');
    if (!existsSync(file)) return accepted.length > 0 ? ['the accounts database is gone'] : [];
    using database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    const stored = new Map(
      formKinds.map((kind) => [
        kind,
        new Set(
          database
            .prepare(queries[kind])
            .all()
            .map((row) => String(Object.values(row)[0])),
        ),
      ]),
    );
    // A consent proof that the site could not store yet waits in a file next to the database.
    const waiting = globSync(join(dataDir, 'consent-spool.jsonl*'))
      .map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
      .join('\n');
    const files = new Map(
      database
        .prepare('select email, cv_key from application')
        .all()
        .map((row) => [String(row['email']), join(dataDir, 'cv', String(row['cv_key']))]),
    );
    return accepted.flatMap(({ kind, key }) => {
      if (!stored.get(kind)?.has(key) && !waiting.includes(key)) return [`${kind} ${key}`];
      const cv = kind === 'application' ? files.get(key) : undefined;
      return cv !== undefined && !existsSync(cv) ? [`CV of ${key}`] : [];
    });
  }
}
