/** Installs the programs that tests need besides Node. Runs before vitest collects the tests, because a file skips its tests when one is missing. */
import { clamdPath } from '../../tests/services/clamd.ts';
import { nginxPath } from '../../tests/services/nginx.ts';
import { postgresPrograms } from '../../tests/services/postgres.ts';
import { varnishInstalled } from '../../tests/services/varnish.ts';
import { prometheusPath } from '../../tests/services/prometheus.ts';
import { hasTestShell, testBrowserPackages, testBrowserPath } from './chromium.ts';
import { installFromDebian, mayInstall } from './debian-packages.ts';
import { firefoxPath, webKitPrograms } from './other-engines.ts';
import type { Need } from './test-projects.ts';
import { valkeyPath } from './valkey.ts';

interface Program {
  name: string;
  /** Installed one after the other until it is there: alternatives, or parts of it. */
  packages: readonly string[];
  found: () => boolean;
  /** Whether the tests run all the same. */
  enough?: () => boolean;
}

const programs: Partial<Record<Need, Program>> = {
  browser: {
    name: 'Chromium’s headless shell',
    packages: testBrowserPackages,
    found: hasTestShell,
    enough: () => testBrowserPath() !== null,
  },
  firefox: { name: 'Firefox', packages: ['firefox-esr'], found: () => firefoxPath() !== null },
  webkit: {
    name: 'WebKitGTK (with xvfb)',
    packages: ['xvfb', 'webkit2gtk-driver'],
    found: () => webKitPrograms() !== null,
  },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], found: () => postgresPrograms() !== null },
  valkey: { name: 'Valkey', packages: ['valkey-server', 'redis-server'], found: () => valkeyPath() !== null },
  clamd: { name: 'ClamAV', packages: ['clamav-daemon'], found: () => clamdPath() !== null },
  nginx: { name: 'nginx', packages: ['nginx-light', 'nginx'], found: () => nginxPath() !== null },
  varnish: { name: 'Varnish', packages: ['varnish', 'varnish-modules'], found: varnishInstalled },
  prometheus: { name: 'Prometheus', packages: ['prometheus'], found: () => prometheusPath() !== null },
};

/** Installs missing programs if it may. Prints a line for each that stays missing; the tests that need it count as skipped. */
export function ensureTestPrograms(needs: ReadonlySet<Need>, say: (line: string) => void): void {
  for (const need of needs) {
    const program = programs[need];
    if (!program || program.found()) continue;
    if (mayInstall()) say(`installing ${program.name} from Debian`);
    if (!installFromDebian(program.packages, program.found) && !program.enough?.())
      say(
        `${program.name} is not here and could not be installed (Debian: apt-get install ${program.packages.at(-1)})`,
      );
  }
}
