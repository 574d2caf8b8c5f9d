/** Customers who send real forms and remember which ones the site accepted: those must be in its database, whatever happens to the process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { typedDetails } from '../../tests/accounts/registration-samples.ts';
import { pdf } from '../../tests/accounts/cv-samples.ts';
import type { AttackedSite } from './attacked-site.ts';
import type { Findings } from './findings.ts';
import { addressHeader } from './generate/forms.ts';
import { filePart, multipartBody } from './generate/multipart.ts';
import { type Answer, exchange } from './raw-connection.ts';

const kinds = ['registration', 'enquiry', 'application', 'consent'] as const;
type Kind = (typeof kinds)[number];

const patience = 30_000;
const boundary = '----customer';

interface Options {
  site: () => AttackedSite | null;
  findings: Findings;
  dataDir: string;
  /** Milliseconds between two forms of one kind. */
  every: number;
}

interface SentForm {
  path: string;
  type: string;
  body: Buffer;
  isAccepted: (answer: Answer) => boolean;
}

const person = (email: string) => ({ elapsed: '9000', name: 'Anna Rossi', email });
/** An accepted form is answered with a redirect to its own place on the page. */
const leadsOn = ({ status, headers }: Answer) => status === 303 && (headers.get('location') ?? '').includes('#');

function urlencoded(path: string, fields: Record<string, string>): SentForm {
  return {
    path,
    type: 'application/x-www-form-urlencoded',
    body: Buffer.from(new URLSearchParams(fields).toString()),
    isAccepted: leadsOn,
  };
}

function registration(email: string): SentForm {
  return urlencoded('/old-register', {
    ...person(email),
    intent: 'create',
    password: 'Veld-Gr4ss!x',
    ...typedDetails,
  });
}

function enquiry(email: string): SentForm {
  const message = 'A message that is long enough';
  return urlencoded('/contact', { ...person(email), intent: 'enquire', topic: 'complaint', message });
}

function application(email: string): SentForm {
  const fields = { ...person(email), intent: 'apply', job: 'senior-typescript-engineer-remote', message: '' };
  const parts = Object.entries(fields).map(([name, value]) => ({
    head: `Content-Disposition: form-data; name="${name}"`,
    content: Buffer.from(value),
  }));
  return {
    path: '/careers',
    type: `multipart/form-data; boundary=${boundary}`,
    body: multipartBody([...parts, filePart('cv.pdf', pdf)], boundary),
    isAccepted: leadsOn,
  };
}

/** @param textHash of the text that the site shows. */
function consentProof(id: string, textHash: string): SentForm {
  const moment = new Date().toISOString();
  const decision = {
    id,
    consentId: crypto.randomUUID(),
    firstConsentAt: moment,
    decidedAt: moment,
    categories: ['necessary'],
    services: { necessary: [], analytics: [], ads: [] },
    revision: 0,
    textHash,
    locale: 'en',
    source: 'dialog',
  };
  return {
    path: '/api/consent',
    type: 'application/json',
    body: Buffer.from(JSON.stringify(decision)),
    isAccepted: ({ status }) => status === 204 || status === 202,
  };
}

const personalForms = { registration, enquiry, application };

export class Customers {
  readonly #options: Options;
  readonly #accepted = new Map<Kind, Set<string>>(kinds.map((kind) => [kind, new Set()]));
  #serial = 0;
  #textHash = '';
  #stopped = false;
  #loops: Promise<void>[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  get acknowledged(): number {
    return [...this.#accepted.values()].reduce((sum, { size }) => sum + size, 0);
  }

  start(): void {
    this.#loops = kinds.map((kind) => this.#loop(kind));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(kind: Kind): Promise<void> {
    const { site: running, every } = this.#options;
    while (!this.#stopped) {
      await wait(every);
      const site = running();
      if (site) await this.send(kind, site);
    }
  }

  #request(site: AttackedSite, path: string, type: string, body: Buffer): Buffer {
    this.#serial += 1;
    // Each form comes from a different address, so that no rate limit applies.
    const address = `10.${77 + (this.#serial >> 16)}.${(this.#serial >> 8) % 256}.${this.#serial % 256}`;
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${site.host}`,
      `Origin: ${site.url}`,
      `${addressHeader}: ${address}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  }

  /** Sends one form. Never throws. @returns the status of the answer; 0 without one. */
  async send(kind: Kind, site: AttackedSite): Promise<number> {
    const key = kind === 'consent' ? crypto.randomUUID() : `${kind}-${crypto.randomUUID().slice(0, 18)}@example.com`;
    if (kind === 'consent') this.#textHash ||= await this.#shownText(site);
    const { path, type, body, isAccepted } =
      kind === 'consent' ? consentProof(key, this.#textHash) : personalForms[kind](key);
    const request = this.#request(site, path, type, body);
    const { answers } = await exchange({ port: site.port, from: '127.0.77.2', pieces: [request], patience });
    this.#options.findings.forms += 1;
    const answer = answers.find(({ status }) => status >= 200);
    if (answer && isAccepted(answer)) {
      this.#accepted.get(kind)?.add(key);
      this.#options.findings.acknowledged += 1;
    }
    return answer?.status ?? 0;
  }

  async #shownText(site: AttackedSite): Promise<string> {
    const request = Buffer.from(
      `GET /api/consent/texts?locale=en HTTP/1.1\r\nHost: ${site.host}\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n`,
    );
    const {
      answers: [answer],
    } = await exchange({ port: site.port, from: '127.0.77.2', pieces: [request], patience });
    return /"hash":"([0-9a-f]{64})"/.exec(answer?.body ?? '')?.[1] ?? '';
  }

  /** Forms that the site accepted but whose records are missing. The site may be running: this only reads the database. */
  lost(): string[] {
    const file = join(this.#options.dataDir, 'accounts.sqlite');
    if (!existsSync(file)) return this.acknowledged > 0 ? ['the accounts database is gone'] : [];
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      const column = (query: string) =>
        new Set(
          database
            .prepare(query)
            .all()
            .map((row) => String(Object.values(row)[0])),
        );
      // A consent proof that the site could not store yet waits in a file next to the database.
      const waiting = ['consent-spool.jsonl', 'consent-spool.jsonl.part']
        .map((name) => join(this.#options.dataDir, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n');
      const stored: Record<Kind, Set<string>> = {
        registration: column(
          'select r.email from registration r join user u on u.id = r.user_id join account a on a.userId = u.id',
        ),
        enquiry: column('select email from enquiry'),
        application: column('select email from application'),
        consent: column('select id from consent_decision'),
      };
      return kinds.flatMap((kind) =>
        [...(this.#accepted.get(kind) ?? [])]
          .filter((key) => !stored[kind].has(key) && !waiting.includes(key))
          .map((key) => `${kind} ${key}`),
      );
    } finally {
      database.close();
    }
  }

  /** CVs of accepted applications that are missing from `cv/`. */
  lostFiles(): string[] {
    const file = join(this.#options.dataDir, 'accounts.sqlite');
    if (!existsSync(file)) return [];
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      return database
        .prepare('select email, cv_key from application')
        .all()
        .filter(
          (row) =>
            this.#accepted.get('application')?.has(String(row['email'])) &&
            !existsSync(join(this.#options.dataDir, 'cv', String(row['cv_key']))),
        )
        .map((row) => `CV of ${String(row['email'])}`);
    } finally {
      database.close();
    }
  }
}
