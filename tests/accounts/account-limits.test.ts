/** Rate limits over two instances that share a Valkey: an attempt at one counts at the other, and without Valkey the forms keep working. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startValkey, valkeyInstalled } from '../../tools/testing/valkey.ts';
import { writeEnquiry, type AccountSite, Visitor, member, password } from '../sites/account-site.ts';
import { startFormSite } from '../sites/form-site.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { sendForm } from '../sites/message-forms.ts';

if (!valkeyInstalled())
  process.stderr.write(
    'Rate limits over several instances are NOT tested: there is no Valkey and no Redis here (Debian: apt-get install redis-server).\n',
  );

const signIn = (site: AccountSite, address: string, email: string, word = 'Wrong1!pw') =>
  new Visitor(site.url, address).post('/login', { intent: 'sign-in', email, password: word });

describe.runIf(valkeyInstalled())('two instances', () => {
  let valkey: ChildProcess;
  let port: number;
  let sites: [AccountSite, AccountSite];

  beforeAll(async () => {
    port = await freePort();
    valkey = await startValkey(port);
    const environment = { VALKEY_URL: `valkey://127.0.0.1:${port}` };
    sites = [await startFormSite('sqlite', environment), await startFormSite('sqlite', environment)];
    for (const site of sites) await member(site, 'owner@example.com');
  });
  afterAll(async () => {
    for (const site of sites) await site.stop();
    valkey.kill('SIGKILL');
  });

  /** Makes attempts at the two instances alternately. @returns the statuses. */
  async function inTurn(
    count: number,
    attempt: (site: AccountSite, index: number) => Promise<{ status: number }>,
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1)
      statuses.push((await attempt(sites[index % 2] as AccountSite, index)).status);
    return statuses;
  }

  test('guesses from one address at one account count together, and a success at one instance resets the count at both', async () => {
    const guess = (site: AccountSite) => signIn(site, '203.0.113.1', 'owner@example.com');
    expect(await inTurn(5, guess)).toEqual([422, 422, 422, 422, 422]);
    expect((await signIn(sites[1], '203.0.113.1', 'owner@example.com', password)).status).toBe(303);
    expect(await inTurn(8, guess)).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
  });

  test('guesses from many addresses at one account count together', async () => {
    const statuses = await inTurn(42, (site, index) => signIn(site, `198.51.100.${index + 1}`, 'crowded@example.com'));
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 422), 429, 429]);
    // Other accounts can still sign in meanwhile.
    expect((await signIn(sites[0], '198.51.100.200', 'owner@example.com', password)).status).toBe(303);
  });

  test('forms from one address count together, whatever their subject', async () => {
    const enquire = (site: AccountSite, index: number) => {
      const name = index % 4 < 2 ? 'enquiry' : 'form';
      return sendForm(new Visitor(site.url, '203.0.113.2'), name, `anna${index}@example.com`);
    };
    expect(await inTurn(12, enquire)).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429]);
  });

  test.each(['SIGSTOP', 'SIGKILL'] as const)(
    'without Valkey (%s) each instance counts alone and no answer is an error; afterwards they count together again',
    async (signal) => {
      const [email, address] = [`outage-${signal}@example.com`, signal === 'SIGSTOP' ? '203.0.113.3' : '203.0.113.4'];
      const reports = (site: AccountSite) => site.output().match(/Valkey: /g)?.length ?? 0;
      const before = sites.map(reports);
      valkey.kill(signal);
      const guess = (site: AccountSite) => signIn(site, address, email);
      for (const site of sites) {
        const statuses: number[] = [];
        for (let count = 0; count < 8; count += 1) statuses.push((await guess(site)).status);
        expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429]);
        // Without Valkey, too, a success resets the count, and the other forms work.
        expect((await signIn(site, address, 'owner@example.com', password)).status).toBe(303);
        const enquiry = writeEnquiry({ email, topic: 'other' });
        expect((await new Visitor(site.url, address).post('/contact', enquiry)).status).toBe(303);
        expect(
          (await new Visitor(site.url, address).post('/forgot-password', { intent: 'request', email })).status,
        ).toBe(303);
      }
      expect(sites.map((site, index) => reports(site) - (before[index] ?? 0))).toEqual([1, 1]);
      if (signal === 'SIGKILL') valkey = await startValkey(port);
      else valkey.kill('SIGCONT');
      // Each round uses a new visitor and account: attempts counted while the instances were reconnecting would distort the result.
      let round = 0;
      await until(async () => {
        round += 1;
        const statuses = await inTurn(8, (site) =>
          signIn(site, `192.0.2.${round}`, `together-${signal}-${round}@example.com`),
        );
        expect(statuses.filter((status) => status !== 422 && status !== 429)).toEqual([]);
        return statuses.filter((status) => status === 429).length === 2;
      }, 'both to count together');
    },
  );
});
