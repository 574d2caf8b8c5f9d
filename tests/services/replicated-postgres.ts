/** Real PostgreSQL servers of which one is the primary and the others follow it by streaming: for failovers. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { until } from '../until.ts';
import { asServerIn, copyOfEmptyData, postgresPrograms } from './postgres.ts';

/** A server, and where the others reach it: through a link, maybe. */
export interface Member {
  name: string;
  port: number;
  /** Ports at which it reaches every other member. */
  others: readonly number[];
}

/** The settings are those of docs/operating.md. */
const settings = (names: readonly string[]) => ({
  listen_addresses: '127.0.0.1',
  // Nothing that is confirmed may be lost with one region.
  synchronous_standby_names: `ANY 1 (${names.join(', ')})`,
  wal_keep_size: '256MB',
  wal_retrieve_retry_interval: '1s',
  wal_receiver_timeout: '10s',
  wal_sender_timeout: '10s',
  fsync: 'off',
});

export class ReplicatedServer {
  readonly member: Member;
  readonly #names: readonly string[];
  readonly #folder: string;
  readonly #bin = postgresPrograms() ?? '';
  #process: ChildProcess | null = null;

  /** @param folder of its own; made here. @param names of all members. */
  constructor(folder: string, member: Member, names: readonly string[]) {
    mkdirSync(folder, { recursive: true });
    [this.#folder, this.member, this.#names] = [folder, member, names];
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** @throws with its output when it ends before it takes connections. */
  async start(): Promise<void> {
    const { name, port, others } = this.member;
    const primary = `host=${others.map(() => '127.0.0.1').join(',')} port=${others.join(',')} user=postgres application_name=${name} target_session_attrs=read-write connect_timeout=3`;
    const serverSettings = { ...settings(this.#names), primary_conninfo: primary };
    const parameters = Object.entries(serverSettings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
    const child = spawn(
      join(this.#bin, 'postgres'),
      ['-D', this.#data, '-p', String(port), '-k', this.#folder, ...parameters],
      { ...asServerIn(this.#folder), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#process = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL ${name} ended:\n${output}`)));
    });
  }

  async startAsPrimary(): Promise<void> {
    copyOfEmptyData(this.#data);
    await this.start();
  }

  /** Copies the primary and follows it. @param primaryPort one of `others`. */
  async startAsStandby(primaryPort: number): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true });
    const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres'];
    const parameters = ['-D', this.#data, ...from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await promisify(execFile)(join(this.#bin, 'pg_basebackup'), parameters, asServerIn(this.#folder));
    chmodSync(this.#data, 0o700);
    await this.start();
  }

  async query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new Client(`postgres://postgres@127.0.0.1:${this.member.port}/postgres`);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Reads the progress of a standby as a number that only grows. */
  async received(): Promise<bigint> {
    const [row] = await this.query<{ lsn: string | null }>('select pg_last_wal_receive_lsn()::text as lsn');
    const [high = '0', low = '0'] = (row?.lsn ?? '0/0').split('/');
    return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.query('select pg_promote()');
    await until(async () => !(await this.isStandby()), 'the promotion');
  }

  async isStandby(): Promise<boolean> {
    const [row] = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return row?.standby ?? true;
  }

  /** Names of the standbys that follow this primary now. */
  async followers(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `select application_name as name from pg_stat_replication where state = 'streaming' order by 1`,
    );
    return rows.map(({ name }) => name);
  }

  /** Kills the server without closing its connections, as a loss of power does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // To the first process only: an immediate shutdown ends all of them without writing anything down.
    child.kill('SIGQUIT');
    await ended;
  }
}
