/** Valkey delivers garbage and forged messages, then is gone: the site must not trust what it receives from there. */
import { Redis } from 'ioredis';
import { startValkey, valkeyInstalled } from '../../testing/valkey.ts';
import { freePort } from '../../../tests/start-built-site.ts';
import { until } from '../../../tests/until.ts';
import type { Fault } from './fault.ts';

const channel = 'brokerfront:content';

export const valkeyGarbage: Fault = {
  name: 'Valkey: garbage, then gone',
  unavailable: () => (valkeyInstalled() ? null : 'there is no Valkey and no Redis here'),
  async run({ random, restart, pages, findings }) {
    const port = await freePort();
    const valkey = await startValkey(port);
    const sender = new Redis(port, '127.0.0.1', { retryStrategy: () => null });
    sender.on('error', () => undefined);
    try {
      const site = await restart({ signal: 'SIGTERM', environment: { VALKEY_URL: `redis://127.0.0.1:${port}` } });
      await until(async () => Number((await sender.pubsub('NUMSUB', channel))[1]) > 0, 'the site to listen');
      for (let times = 0; times < 60; times += 1) {
        const message = random.pick<unknown>([
          null,
          7,
          [],
          {},
          { kind: 'hint' },
          {
            kind: 'hint',
            from: random.text(),
            hints: random.pick<unknown>([
              null,
              [null],
              [{ type: 'page', id: random.text() }],
              'x',
              Array.from({ length: 2000 }, () => ({ type: 'tag', id: 'x' })),
            ]),
          },
          {
            kind: 'question',
            from: random.text(),
            id: random.pick<unknown>([random.text(), null, {}]),
            document: random.pick<unknown>([
              null,
              {},
              { type: 'page', id: random.text(), locale: 'xx' },
              { type: '__proto__', id: 'x', locale: 'en' },
            ]),
          },
          { kind: 'answer', from: 'x', id: 'x', version: { version: 1 } },
        ]);
        await sender.publish(
          channel,
          random.pick([JSON.stringify(message), random.text(), '['.repeat(50_000), '{"kind":'.repeat(1000)]),
        );
        findings.inputs.webhook += 1;
      }
      await pages('Valkey: garbage', site);
      valkey.kill('SIGKILL');
      await pages('Valkey: gone', site);
      await restart({ signal: 'SIGTERM' });
    } finally {
      sender.disconnect();
      valkey.kill('SIGKILL');
    }
  },
};
