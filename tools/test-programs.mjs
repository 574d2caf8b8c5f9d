/**
 * The programs that tests need besides Node, and how Debian installs them. Plain JavaScript without dependencies: `bootstrap.mjs` runs it
 * while `npm ci` installs the packages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

/** Programs by need (`tools/testing/test-projects.ts`). A program is installed when one file of each list exists. */
export const testPrograms = {
  browser: {
    name: 'Chromium’s headless shell with a font like Arial',
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    files: [['/usr/bin/chromium-headless-shell'], ['/usr/share/fonts/truetype/liberation']],
  },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], files: [['/usr/lib/postgresql']] },
  valkey: {
    name: 'Valkey or Redis',
    packages: ['redis-server'],
    files: [['/usr/bin/valkey-server', '/usr/bin/redis-server', '/usr/local/bin/valkey-server']],
  },
  nginx: { name: 'nginx', packages: ['nginx-light'], files: [['/usr/sbin/nginx']] },
  varnish: { name: 'Varnish', packages: ['varnish', 'varnish-modules'], files: [['/usr/sbin/varnishd']] },
  prometheus: { name: 'Prometheus', packages: ['prometheus'], files: [['/usr/bin/prometheus']] },
  clamd: { name: 'ClamAV', packages: ['clamav-daemon'], files: [['/usr/sbin/clamd']] },
  firefox: { name: 'Firefox', packages: ['firefox-esr'], files: [['/usr/bin/firefox-esr']] },
  webkit: {
    name: 'WebKitGTK with a screen in memory',
    packages: ['webkit2gtk-driver', 'xvfb'],
    files: [['/usr/bin/WebKitWebDriver'], ['/usr/bin/Xvfb']],
  },
};

/** The programs of a whole `npm test`. Only `npm run test:exhaustive` needs the others. */
export const usualPrograms = ['browser', 'postgres', 'valkey', 'nginx'];

function isInstalled(need) {
  if (need === 'browser' && process.env.CHROMIUM_PATH) return true;
  return testPrograms[need].files.every((places) => places.some((file) => existsSync(file)));
}

export function missingPrograms(needs) {
  return needs.filter((need) => !isInstalled(need));
}

/** Detects a container by its first process, which elsewhere is an init system. */
function isContainer() {
  return !/^(?:systemd|init|runit|openrc)/.test(readFileSync('/proc/1/comm', 'utf8'));
}

const listPackages = (needs) => needs.flatMap((need) => testPrograms[need].packages);

export function installCommand(needs) {
  return `apt-get install ${listPackages(needs).join(' ')}`;
}

const isRoot = () => process.getuid?.() === 0;
/** Set once somebody was asked, so that the next step does not ask again. */
export const askedVariable = 'BROKERFRONT_ASKED_TO_INSTALL';

async function ask(needs, { input, output }) {
  const terminal = createInterface({ input, output });
  const names = needs.map((need) => testPrograms[need].name).join(', ');
  const answer = await terminal.question(
    `\n  The tests need ${names}.\n  Install from Debian (${installCommand(needs)})? [y/N] `,
  );
  terminal.close();
  process.env[askedVariable] = 'true';
  return /^y(?:es)?$/i.test(answer.trim());
}

/**
 * Permits the installation of programs from Debian: to root with `--install`, in CI and in a container, where nobody else uses the machine. Elsewhere
 * it asks the person at the terminal, whom sudo may then ask for the password.
 */
export async function mayInstall(
  needs,
  parameters,
  { inContainer = isContainer(), input = process.stdin, output = process.stdout } = {},
) {
  if (!existsSync('/usr/bin/apt-get')) return false;
  if (isRoot() && (parameters.includes('--install') || process.env.CI === 'true' || inContainer)) return true;
  if (!input.isTTY || process.env[askedVariable] || !(isRoot() || existsSync('/usr/bin/sudo'))) return false;
  return (
    (await ask(needs, { input, output })) && (isRoot() || spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status === 0)
  );
}

/**
 * Installs packages. Debian's packages start their services and enable them for the next start of the machine, unless these two files forbid it. An
 * existing policy of the machine is respected.
 */
const installation = `
policy=/usr/sbin/policy-rc.d
presets=/run/systemd/system-preset
if [ ! -e $policy ]; then
  trap 'rm -f $policy $presets/00-none.preset' EXIT
  trap 'exit 130' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
  mkdir -p $presets
  echo 'disable *' > $presets/00-none.preset
fi
apt-get update -qq && apt-get install -y -qq "$@"`;

/** Installs programs in one call without starting them. Prints the output of apt only when it fails; tests then name the missing programs. */
export function installPrograms(needs) {
  console.log(`  Installing from Debian: ${listPackages(needs).join(', ')}`);
  return new Promise((resolve) => {
    const asRoot = isRoot() ? [] : ['sudo', '-n'];
    const command = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', installation, 'sh'];
    const apt = spawn(command[0], [...command.slice(1), ...listPackages(needs)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [apt.stdout, apt.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    apt.once('error', () => resolve());
    apt.once('close', (status) => {
      if (status !== 0) console.error(output);
      resolve();
    });
  });
}
