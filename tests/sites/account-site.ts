/** Starts a site with accounts for a test, with its own database, data folder and mailbox; `Visitor` fills in forms without a browser. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { typedDetails } from '../accounts/registration-samples.ts';
import { type Engine, startDatabase } from '../services/account-databases.ts';
import { type ReceivedMail, readMail } from '../services/received-mail.ts';
import { newSiteData, startBuiltSite } from './start-built-site.ts';
import { until } from '../until.ts';

export interface AccountSite {
  url: string;
  dataDir: string;
  /** Empty for SQLite. */
  databaseUrl: string;
  /** The test's own connection to the database that the site uses. */
  database: AccountsDatabase;
  mails: () => Promise<ReceivedMail[]>;
  /** Waits for the newest mail to an address with a matching subject. */
  mailTo: (to: string, subject: RegExp) => Promise<ReceivedMail>;
  output: () => string;
  pid: number;
  stop: () => Promise<void>;
}

/** The site trusts this header, so that each visitor of a test can have its own IP address. */
export const addressHeader = 'x-test-address';

/** @param within a program, with its arguments, that starts the server. @throws with its output when it ends before it is ready. */
export async function startAccountSite(
  engine: Engine,
  environment: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<AccountSite> {
  const dataDir = await newSiteData('accounts');
  const database = await startDatabase(engine);
  const site = await startBuiltSite(
    { DATA_DIR: dataDir, LOG_LEVEL: 'info', CLIENT_IP_HEADER: addressHeader, ...database.environment, ...environment },
    undefined,
    within,
  );
  const opened = await openAccountsDatabase({ databaseUrl: database.url, dataDir });
  const folder = join(dataDir, 'mail');
  const mails = async () => {
    const names = (await readdir(folder).catch(() => [] as string[])).sort();
    return Promise.all(names.map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))));
  };
  return {
    url: site.url,
    dataDir,
    databaseUrl: database.url,
    database: opened,
    mails,
    output: site.output,
    pid: site.process.pid ?? 0,
    mailTo: (to, subject) =>
      until(
        async () => (await mails()).findLast((mail) => mail.to === to && subject.test(mail.subject)),
        `a mail to ${to}`,
      ),
    async stop() {
      await opened.close();
      await site.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let visitors = 0;

/** A client without a browser: keeps cookies, does not follow redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly address: string;
  readonly #url: string;

  constructor(url: string, address = `10.0.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`) {
    this.#url = url;
    this.address = address;
    visitors += 1;
  }

  headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { origin: this.#url, [addressHeader]: this.address, ...(cookie ? { cookie } : {}) };
  }

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...this.headers(), ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: response.status,
      text,
      headers: response.headers,
      location: response.headers.get('location') ?? '',
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask(path, { headers });
  }

  /** Opens a mailed link: its secret leaves the address with a redirect. */
  async open(link: string): Promise<Answer> {
    return this.get((await this.get(link)).location);
  }

  /** Posts a form. `elapsed` (ms) claims that somebody looked at the form for a while. */
  post(path: string, fields: Record<string, string> | FormData, headers: Record<string, string> = {}): Promise<Answer> {
    const body = fields instanceof FormData ? fields : new URLSearchParams({ elapsed: '9000', ...fields });
    return this.#ask(path, { method: 'POST', body, headers });
  }
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
  location: string;
}

export const password = 'Secret1!x';
/** The values that a visitor types in the second step. */
export const details = typedDetails;

/** Fills in the enquiry. */
export const writeEnquiry = (more: Record<string, string> = {}): Record<string, string> => ({
  intent: 'enquire',
  name: 'Anna Rossi',
  email: 'anna@example.com',
  topic: 'account',
  message: 'A message that is long enough',
  ...more,
});

/** Registers in one step, which has no minimum time between steps. */
export function registerFast(
  visitor: Visitor,
  email: string,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return visitor.post('/old-register', { intent: 'create', email, password, ...details, ...more }, headers);
}

/** Lets the registrations of an address, or all, be a few seconds old: a form whose second step comes at once is refused. */
export async function ageRegistration({ database }: Pick<AccountSite, 'database'>, email?: string): Promise<void> {
  const aged = database.db.updateTable('pending_registration').set({ created_at: Date.now() - 5000 });
  await (email === undefined ? aged : aged.where('email', '=', email)).execute();
}

/** The ids of the rows of a table that belong to an address. */
export async function listIds(
  { database }: Pick<AccountSite, 'database'>,
  table: 'application' | 'enquiry' | 'registration' | 'user',
  email: string,
): Promise<string[]> {
  return (await database.db.selectFrom(table).select('id').where('email', '=', email).execute()).map(({ id }) => id);
}

/** Registers, and confirms from another device (without the registration's cookie). */
export async function member(site: AccountSite, email: string): Promise<void> {
  await registerFast(new Visitor(site.url), email);
  const { link } = await site.mailTo(email, /Confirm/);
  await new Visitor(site.url).post('/register', {
    intent: 'confirm',
    password,
    token: new URL(link).searchParams.get('confirm') ?? '',
  });
}
