/** One id identifies a visitor's request everywhere: in the proxy's header, the answer, the log, the database row, the delivery and the mail. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountSite, Visitor, startAccountSite } from '../sites/account-site.ts';
import { engines } from '../services/account-databases.ts';
import { until } from '../until.ts';

describe.each(engines)('on %s', (engine) => {
  let site: AccountSite;
  const announced: IncomingHttpHeaders[] = [];
  const crm = createServer((request, response) => {
    announced.push(request.headers);
    response.writeHead(204).end();
  });

  beforeAll(async () => {
    crm.listen(0, '127.0.0.1');
    await once(crm, 'listening');
    site = await startAccountSite(engine, {
      CRM_WEBHOOK_URL: `http://127.0.0.1:${(crm.address() as AddressInfo).port}/`,
      CRM_WEBHOOK_SECRET: 'a-secret-of-the-tests',
    });
  });
  afterAll(async () => {
    await site.stop();
    crm.close();
  });

  const enquire = (headers: Record<string, string>, email: string) =>
    new Visitor(site.url).post(
      '/contact',
      { intent: 'send', name: 'Anna Rossi', email, topic: 'account', message: 'A few lines about an account' },
      headers,
    );
  const logged = (id: string) =>
    site
      .output()
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${id}"`))
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  test('an enquiry carries the id of the proxy into the mail and the CRM', async () => {
    const id = 'c0ffee00-1234-4abc-8def-0123456789ab';
    const answer = await enquire({ 'x-request-id': id }, 'anna@example.com');
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([303, id]);
    await until(() => logged(id).filter((message) => message === 'outbox').length === 2, 'both deliveries in the log');
    expect(logged(id)).toContain('form');
    const { db } = site.database;
    const enquiry = await db
      .selectFrom('enquiry')
      .select('request_id')
      .where('email', '=', 'anna@example.com')
      .execute();
    expect(enquiry).toEqual([{ request_id: id }]);
    // One message to the CRM, one mail.
    expect(await db.selectFrom('outbox').select('id').where('request_id', '=', id).execute()).toHaveLength(2);
    expect(announced.filter((headers) => headers['x-request-id'] === id)).toHaveLength(1);
    const mail = (await site.mails()).filter(({ raw }) => raw.includes('anna@example.com'));
    expect(mail).toHaveLength(1);
    expect(mail[0]?.raw).toMatch(new RegExp(`^X-Request-ID: ${id}$`, 'im'));
  });

  test.each(['short', 'x'.repeat(65), 'one two three', '{"level":60}', '<b>bold-text</b>'])(
    'an invalid id is replaced: %s',
    async (given) => {
      const answer = await enquire({ 'x-request-id': given }, 'berta@example.com');
      const id = answer.headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[\da-f]{16}$/);
      expect(logged(id)).toContain('form');
    },
  );

  test('an answer for shared caches has no request id', async () => {
    const visitor = new Visitor(site.url);
    for (const path of ['/forex', '/forex', '/sitemap.xml', '/favicon.svg']) {
      const answer = await visitor.get(path, { 'x-request-id': 'of-this-visitor' });
      expect([answer.status, answer.headers.get('x-request-id')], path).toEqual([200, null]);
      expect(answer.text).not.toContain('of-this-visitor');
    }
  });
});
