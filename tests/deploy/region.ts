/** One region: its sites, Valkey, Varnish and nginx as `deploy/` has them, a PostgreSQL, and the links from here to the other regions. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startValkey } from '../../tools/testing/valkey.ts';
import type { NextRelease } from '../sites/next-release.ts';
import { startNginx, writeConfiguration } from '../services/nginx.ts';
import { ReplicatedServer } from '../services/replicated-postgres.ts';
import { type Varnish, startVarnish, varnishPorts } from '../services/varnish.ts';
import { newSiteData } from '../sites/site-data.ts';
import { freePort } from '../services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { apiToken, webhookSecret } from '../strapi/strapi-process.ts';
import { type SlowLink, startSlowLink } from './slow-link.ts';

export const host = 'broker.example';
/** Longer than `keepalive_timeout` of upstreams.conf and than Varnish needs to see that a site is not ready any more. */
const drainSeconds = 4;

interface Ports {
  sites: number[];
  nginx: { http: number; https: number; internal: number };
  varnish: { open: number; purge: number };
  valkey: number;
  database: number;
}
export interface RegionPlan {
  name: string;
  folder: string;
  sites: number;
  /** One way. */
  delayMs: number;
  /** The address of Strapi, and whether it is in this region. */
  strapi: { port: number; here: boolean };
  /** The address to which Strapi sends its webhooks, in the one region that gets them. */
  hook?: number;
}
type Build = 'this' | NextRelease;

/** Ports are known before anything starts, because each region must know those of the others. */
export class Region {
  readonly plan: RegionPlan;
  readonly ports: Ports;
  /** From here to each other region, by its name and what listens there. */
  readonly links = new Map<string, SlowLink>();
  certificate = '';
  database!: ReplicatedServer;
  build: Build = 'this';
  #dataDir = '';
  #sites: BuiltSite[] = [];
  #valkey: ChildProcess | null = null;
  #varnish: Varnish | null = null;
  #nginx: Awaited<ReturnType<typeof startNginx>> | null = null;
  #others: readonly Region[] = [];
  #ended = false;

  private constructor(plan: RegionPlan, ports: Ports) {
    [this.plan, this.ports] = [plan, ports];
  }

  static async plan(plan: RegionPlan): Promise<Region> {
    const sites: number[] = [];
    for (let site = 0; site < plan.sites; site += 1) sites.push(await freePort());
    const nginx = { http: await freePort(), https: await freePort(), internal: plan.hook ?? (await freePort()) };
    const [varnish, valkey, database] = [await varnishPorts(), await freePort(), await freePort()];
    return new Region(plan, { sites, nginx, varnish, valkey, database });
  }

  get name(): string {
    return this.plan.name;
  }

  /** Makes the links to the others, and the database's place among them. */
  async connect(all: readonly Region[]): Promise<void> {
    const { folder, delayMs, strapi } = this.plan;
    this.#others = all.filter((region) => region !== this);
    for (const { name, ports } of this.#others)
      for (const [what, port] of [
        ['database', ports.database],
        ['https', ports.nginx.https],
        ['internal', ports.nginx.internal],
      ] as const)
        this.links.set(`${name} ${what}`, await startSlowLink(port, delayMs));
    if (!strapi.here) this.links.set('strapi', await startSlowLink(strapi.port, delayMs));
    const names = all.map(({ name }) => name);
    this.database = new ReplicatedServer(
      join(folder, 'postgres'),
      {
        name: this.name,
        port: this.ports.database,
        others: this.#others.map((other) => this.#port(other, 'database')),
      },
      names,
    );
    this.#dataDir = await newSiteData(`region-${this.name}`);
    await mkdir(join(folder, 'nginx'), { recursive: true });
    const proxy = `127.0.0.1:${this.ports.varnish.open}`;
    const { ca } = writeConfiguration(join(folder, 'nginx'), this.ports.nginx, {
      'site-1:3000': proxy,
      'site-2:3000': proxy,
      'cms:1337': proxy,
    });
    this.certificate = ca.toString();
  }

  #port(other: Region, what: 'database' | 'https' | 'internal'): number {
    return this.links.get(`${other.name} ${what}`)?.port ?? 0;
  }

  /** Where visitors of this region reach another one. */
  portTo(other: Region): number {
    return other === this ? this.ports.nginx.https : this.#port(other, 'https');
  }

  /** Everything but the database. */
  async start(): Promise<void> {
    this.#ended = false;
    this.#valkey = await startValkey(this.ports.valkey);
    this.#varnish = await startVarnish(this.ports.varnish, this.ports.sites as [number, number?]);
    await Promise.all(this.ports.sites.map((_, place) => this.#startSite(place)));
    this.#nginx = await startNginx(join(this.plan.folder, 'nginx'));
  }

  async #startSite(place: number): Promise<void> {
    const { strapi } = this.plan;
    const hosts = [this.ports.database, ...this.#others.map((other) => this.#port(other, 'database'))];
    this.#sites[place] = await startBuiltSite(
      {
        PORT: String(this.ports.sites[place]),
        DATA_DIR: this.#dataDir,
        SITE_URL: `https://${host}`,
        CLIENT_IP_HEADER: 'x-real-ip',
        STRAPI_URL: `http://127.0.0.1:${strapi.here ? strapi.port : this.links.get('strapi')?.port}`,
        STRAPI_TOKEN: apiToken,
        STRAPI_WEBHOOK_SECRET: webhookSecret,
        DATABASE_URL: `postgres://postgres@${hosts.map((port) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
        VALKEY_URL: `redis://127.0.0.1:${this.ports.valkey}`,
        REGION_URLS: this.#others.map((other) => `http://127.0.0.1:${this.#port(other, 'internal')}`).join(','),
        CDN: 'varnish',
        CDN_URL: `http://127.0.0.1:${this.ports.varnish.purge}`,
        AUTH_SECRET: 'a-secret-of-the-bench-with-32-letters',
        DRAIN_SECONDS: String(drainSeconds),
        LOG_LEVEL: 'error',
        ...(this.build === 'this' ? {} : { BROKERFRONT_ROOT: this.build.root }),
      },
      this.build === 'this' ? undefined : join(this.build.root, 'dist/server/main.js'),
    );
  }

  /** Replaces the sites one after the other. */
  async release(build: Build): Promise<void> {
    this.build = build;
    for (const place of this.ports.sites.keys()) {
      await this.#sites[place]?.stop();
      await this.#startSite(place);
    }
  }

  /** The links of all others that end here. */
  #linksToHere(what?: string): SlowLink[] {
    return this.#others.flatMap((other) =>
      [...other.links].filter(([name]) => name.startsWith(`${this.name} ${what ?? ''}`)).map(([, link]) => link),
    );
  }

  async killDatabase(): Promise<void> {
    for (const link of this.#linksToHere('database')) link.refuse();
    await this.database.kill();
  }

  async rejoin(primary: Region): Promise<void> {
    await this.database.startAsStandby(this.#port(primary, 'database'));
    for (const link of this.#linksToHere('database')) await link.listen();
  }

  /** Kills all processes of the region except Strapi, as a loss of power does. */
  async kill(): Promise<void> {
    for (const link of this.#linksToHere()) link.refuse();
    await this.stop();
  }

  async revive(primary: Region): Promise<void> {
    await this.rejoin(primary);
    await this.start();
    for (const link of this.#linksToHere()) await link.listen();
  }

  cut(): void {
    for (const link of [...this.links.values(), ...this.#linksToHere()]) link.cut();
  }

  mend(): void {
    for (const link of [...this.links.values(), ...this.#linksToHere()]) link.mend();
  }

  /** Requests a page from the region's own nginx. */
  ask(path: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const port = this.ports.nginx.https;
      const sent = request(
        { host: '127.0.0.1', port, servername: host, ca: this.certificate, path, headers: { host }, agent: false },
        (answer) => {
          text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
        },
      );
      sent.setTimeout(10_000, () => sent.destroy(new Error('no answer')));
      sent.once('error', reject);
      sent.end();
    });
  }

  /** The status of one of the sites, requested with the secret. */
  async askSite(path: string): Promise<unknown> {
    const url = `http://127.0.0.1:${this.ports.sites[0]}${path}`;
    return (await fetch(url, { headers: { 'x-webhook-secret': webhookSecret } })).json();
  }

  async stop(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const processes = [
      this.#nginx?.process,
      this.#varnish?.process,
      this.#valkey,
      ...this.#sites.map((site) => site.process),
    ];
    await Promise.all(
      processes.map(async (child) => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(child === this.#nginx?.process || child === this.#varnish?.process ? 'SIGTERM' : 'SIGKILL');
        await ended;
      }),
    );
    await this.database.kill();
  }

  /** Called after `stop`. */
  end(): void {
    for (const link of this.links.values()) link.stop();
  }
}
