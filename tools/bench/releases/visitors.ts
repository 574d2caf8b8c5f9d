/** Starts visitors in a process of their own, and looks afterwards for the forms that they sent. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { projectRoot } from '../../project-root.ts';
import type { VisitorsInput, VisitorsResult } from './steady-visitors.ts';

export interface Visitors {
  /** Changes the assets that they ask for. */
  askFor: (assets: string[]) => void;
  end: () => Promise<VisitorsResult>;
}

export function visit(input: VisitorsInput): Visitors {
  const child = fork(join(projectRoot, 'tools/bench/releases/steady-visitors.ts'), [JSON.stringify(input)]);
  return {
    askFor: (assets) => void child.send(assets),
    async end() {
      const said = once(child, 'message') as Promise<[VisitorsResult]>;
      child.send('end');
      const [result] = await said;
      return result;
    },
  };
}

/** @returns how often each e-mail address is in the database. */
export async function storedForms(url: string): Promise<Map<string, number>> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ email: string; times: string }>(
    'select email, count(*) as times from enquiry group by email',
  );
  await client.end();
  return new Map(rows.map(({ email, times }) => [email, Number(times)]));
}
