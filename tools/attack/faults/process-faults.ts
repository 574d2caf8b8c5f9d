/** Ends the process: by SIGKILL at any moment, or by SIGTERM under load. */
import { setTimeout as wait } from 'node:timers/promises';
import { watchedPaths } from '../generate/page-requests.ts';
import { exchange, plainGet } from '../raw-connection.ts';
import type { AttackedSite } from '../attacked-site.ts';
import type { Findings } from '../findings.ts';
import type { Fault } from './fault.ts';

const ownAddress = '127.0.77.3';

/** Within 400 ms, so also while the process still begins its work. */
export const killNine: Fault = {
  name: 'kill -9',
  async run({ random, restart, findings }) {
    await wait(random.below(400));
    findings.kills += 1;
    await restart({ signal: 'SIGKILL' });
  },
};

/** Acts as a load balancer: checks `/readyz` ten times a second, and sends no further visitors once it fails. @returns failed views. */
async function behindBalancer(site: AttackedSite, findings: Findings, over: () => boolean): Promise<string[]> {
  const wrong: string[] = [];
  const balancer = { open: true };
  const looking = (async () => {
    while (balancer.open && !over()) {
      const {
        answers: [answer],
      } = await exchange({
        port: site.port,
        from: ownAddress,
        pieces: [plainGet('/readyz', site.port)],
        patience: 5000,
      });
      if (answer?.status !== 200) balancer.open = false;
      await wait(100);
    }
    balancer.open = false;
  })();
  const visitors = Array.from({ length: 8 }, async (_, number) => {
    for (let index = number; balancer.open; index += 1) {
      const path = watchedPaths[index % watchedPaths.length] ?? '/';
      // These requests bypass the page cache, so that answers are in progress when the signal arrives.
      findings.views += 1;
      const {
        answers: [answer],
        refused,
      } = await exchange({
        port: site.port,
        from: ownAddress,
        pieces: [plainGet(`${path}${path.includes('?') ? '&' : '?'}d=${index}`, site.port, 'Cookie: preview=none\r\n')],
        patience: 10_000,
      });
      if (answer?.status !== 200)
        wrong.push(`${path}: ${refused ? 'refused' : (answer?.status ?? 'cut')} before /readyz said so`);
    }
  });
  await Promise.all([looking, ...visitors]);
  return wrong;
}

/** A new release behind a balancer: the old process must answer every visitor that the balancer sent to it. */
export const drain: Fault = {
  name: 'SIGTERM under load',
  async run({ findings, restart }) {
    // Only here does anybody watch `/readyz`; in the other restarts a drain would only make the attack longer.
    const site = await restart({ signal: 'SIGTERM', environment: { DRAIN_SECONDS: '2' } });
    let over = false;
    const load = behindBalancer(site, findings, () => over);
    await wait(500);
    const next = restart({ signal: 'SIGTERM' }).finally(() => {
      over = true;
    });
    for (const wrong of (await load).slice(0, 5)) findings.failedView('drain', wrong);
    await next;
  },
};
