/** Graceful shutdown under load: clients that watch `/readyz`, as load balancers do, lose no request and no form. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { addressHeader } from '../sites/account-site.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

const site = await startBuiltSite({ DRAIN_SECONDS: '6', CLIENT_IP_HEADER: addressHeader });
afterAll(async () => {
  site.process.kill('SIGKILL');
  await site.stop();
});

/** Sends one request over the agent's connection. @throws when the connection breaks before the answer is complete. */
async function ask(
  url: string,
  options: RequestOptions,
  body?: string,
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  const sent = request(url, options);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode ?? 0, headers: answer.headers };
}

let senders = 0;
function enquiry(url: string, agent: Agent) {
  senders += 1;
  const fields = {
    intent: 'send',
    elapsed: '9000',
    topic: 'account',
    name: 'Anna Rossi',
    email: `anna${senders}@example.com`,
    message: 'A few lines about an account',
  };
  const headers = {
    origin: url,
    'content-type': 'application/x-www-form-urlencoded',
    [addressHeader]: `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
  };
  return ask(`${url}/contact`, { method: 'POST', agent, headers }, new URLSearchParams(fields).toString());
}

test('a server that gets a stop signal loses no form and no request on kept connections', async () => {
  const failed: string[] = [];
  const sent = { pages: 0, forms: 0, whileItDrained: 0 };
  /** True after the load balancer saw `/readyz` fail; `turnedAway` aborts when it stops sending requests to this server. */
  let draining = false;
  const turnedAway = new AbortController();
  /** Behaves like a proxy: keeps its connection and sends the next request immediately. */
  async function client(
    one: (agent: Agent) => Promise<{ status: number; headers: IncomingMessage['headers'] }>,
    kind: 'pages' | 'forms',
  ): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!turnedAway.signal.aborted) {
      const late = draining;
      try {
        const { status, headers } = await one(agent);
        if (status >= 400) failed.push(`${kind}: ${status}`);
        if (late && headers.connection !== 'close') failed.push(`${kind}: connection ${headers.connection}`);
      } catch (error) {
        failed.push(`${kind}: ${String(error)}`);
      }
      sent[kind] += 1;
      if (late) sent.whileItDrained += 1;
    }
    agent.destroy();
  }
  const paths = ['/', '/it/glossary', '/es/forex', '/search?q=gold', '/api/search?q=gold'];
  let turn = 0;
  const page = (agent: Agent) =>
    ask(`${site.url}${paths[(turn += 1) % paths.length]}`, { agent, headers: { 'accept-encoding': 'br' } });
  const clients = [
    ...Array.from({ length: 4 }, () => client(page, 'pages')),
    ...Array.from({ length: 2 }, () => client((agent) => enquiry(site.url, agent), 'forms')),
  ];
  await until(() => sent.pages > 100 && sent.forms > 10, 'some load');

  // A slow sender: its form begins before the signal and ends after the listener has closed.
  const slow = request(`${site.url}/contact`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/x-www-form-urlencoded', [addressHeader]: '10.99.0.1' },
  });
  slow.write('intent=send&elapsed=9000&topic=account&name=Anna+Rossi&email=slow%40example.com');
  const slowAnswer = once(slow, 'response') as Promise<[IncomingMessage]>;

  const ended = once(site.process, 'exit');
  site.process.kill('SIGTERM');
  const ready = () =>
    fetch(`${site.url}/readyz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 0,
    );
  const first = await until(async () => {
    const status = await ready();
    return status !== 200 && { status };
  }, 'the site to say that it ends');
  draining = true;
  // The 503 arrived on a new connection, while the server still answers pages.
  expect(first.status).toBe(503);
  expect((await ask(`${site.url}/forex`, {})).status).toBe(200);
  const sentBefore = sent.whileItDrained;
  await until(() => sent.whileItDrained > sentBefore + 10, 'requests that the load balancer has not turned away yet');
  turnedAway.abort();
  await Promise.all(clients);
  expect(failed).toEqual([]);
  await until(async () => (await ready()) === 0, 'the listener to close');
  slow.end('&message=A+few+lines+about+an+account');
  const [answer] = await slowAnswer;
  expect([answer.statusCode, answer.headers.connection]).toEqual([303, 'close']);
  answer.resume();
  expect((await ended)[0]).toBe(0);
});
