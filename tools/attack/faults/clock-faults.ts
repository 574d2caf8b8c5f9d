/** Restarts the site with a clock that is wrong by hours or years, ahead or behind, then with the right one. */
import type { Fault } from './fault.ts';

const hour = 3_600_000;
const year = 8766 * hour;
const shifts: [name: string, milliseconds: number][] = [
  ['2 hours behind', -2 * hour],
  ['3 hours ahead', 3 * hour],
  ['13 months ahead', 1.1 * year],
  ['6 years ahead', 6 * year],
  ['20 years behind', -20 * year],
  ['in the year 2100', 74 * year],
];

export const clockFaults: Fault[] = shifts.map(([when, clock]) => ({
  name: `clock ${when}`,
  async run({ restart, pages, customers, findings }) {
    const wrong = await restart({ signal: 'SIGTERM', clock });
    await pages(`clock ${when}`, wrong);
    // Retention runs at the start: what it removed because of a wrong clock would show up as a lost acknowledgement.
    for (const kind of ['enquiry', 'registration'] as const) {
      const status = await customers.send(kind, wrong);
      if (status !== 303 && status !== 503)
        findings.failedFault(`clock ${when}`, `${kind} answered ${status || 'nothing'}`);
    }
    const right = await restart({ signal: 'SIGTERM' });
    await pages(`clock ${when}, then right`, right);
  },
}));
