/**
 * `deploy/by-hand.md`: its blocks are taken out of the document and run in one shell, in order, with other ports and
 * another folder. Left out is what installs (`install`: it is installed).
 * @module-tag exhaustive
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { settings } from '../../server/parse-config.ts';
import { prepareCms } from '../../tools/cms-package.ts';
import { projectRoot } from '../../tools/project-root.ts';
import serverProcess from '../../tools/server-process.json' with { type: 'json' };
import { nginxInstalled } from '../services/nginx.ts';
import { postgresInstalled } from '../services/postgres.ts';
import { freePort } from '../services/free-port.ts';

const document = readFileSync(join(projectRoot, 'deploy/by-hand.md'), 'utf8');
const blocks = [...document.matchAll(/^```sh by-hand ?(\w*)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));
/** Only root can start PostgreSQL as its own user. */
const isRoot = process.getuid?.() === 0;

const isPossible = isRoot && nginxInstalled && postgresInstalled && valkeyInstalled();

test('the flags of a site by hand are those of npm start', () => {
  expect(document).toContain(`$NODE ${serverProcess.flags.join(' ')} dist/server/main.js`);
  for (const [name, value] of Object.entries(serverProcess.environment)) expect(document).toContain(`${name}=${value}`);
});

test('of the variables that the document exports, the site reads only those that are meant for it', () => {
  const exported = [...document.matchAll(/^export (.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name),
  );
  expect(exported.filter((name) => settings.includes(name))).toEqual(['STRAPI_URL', 'CMS_PUBLIC_URL']);
});

test.skipIf(!isPossible).each([
  ['with Strapi', ['', 'strapi']],
  ['without it', ['']],
])(
  'the blocks of the document, %s: page, form, metrics, release, back-up, restore, new secrets, end',
  { timeout: 1_800_000 },
  async (_case, kinds) => {
    const home = mkdtempSync(join(tmpdir(), 'brokerfront-by-hand-'));
    const names = ['PG', 'VALKEY', 'SITE_1', 'SITE_2', 'CMS', 'HTTP', 'HTTPS', 'HOOK', 'MAIL', 'SINK'];
    // Without the panel, whose build takes a minute.
    const environment: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      HOME_OF_ALL: home,
      SERVE_ADMIN: 'false',
    };
    for (const name of names) environment[name] = String(await freePort());
    const end = blocks.find(({ kind }) => kind === 'end');
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['', 'install', 'strapi', 'end']));
    const withStrapi = kinds.includes('strapi');
    if (withStrapi) await prepareCms(() => undefined, { quiet: true });
    const played = blocks.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
    const kept = `${home}.secrets`;
    const before = played.findIndex((text) => text.includes('renew '));
    played.splice(before, 0, `cp -r ${home}/secrets ${kept}`);
    // Whatever fails, what was started is ended.
    const script = `(set -e\n${played.join('\n')}\n)\nplayed=$?\nls ${home}/received > ${home}.received; diff -rq ${home}/secrets ${kept} > ${home}.renewed; grep -hv '^{' ${home}/log/site-* ${home}/log/cms > ${home}.bare\ntail -n 5 ${home}/log/* >&2\nPG_BIN=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)\n${end?.text ?? ''}\nexit $played`;
    try {
      const said = spawnSync('bash', ['-c', script], { cwd: projectRoot, env: environment, encoding: 'utf8' });
      expect(said.status, said.stdout + said.stderr).toBe(0);
      expect(said.stdout).toMatch(/^200$[^]*^303$/m);
      expect(said.stdout).toContain('Restored into a temporary place: every count and checksum is equal.');
      expect(said.stdout).toContain('Restored: every count and checksum is equal.');
      expect(said.stdout).toMatch(withStrapi ? /Strapi {6}\d{4,} rows \(postgres\)/ : /Strapi {6}not on this machine/);
      const received = readFileSync(`${home}.received`, 'utf8').trim().split('\n');
      expect(received).toEqual(expect.arrayContaining(['mail-1.eml', 'crm-1.json']));
      // The mail server is somebody else's.
      const renewed = [...readFileSync(`${home}.renewed`, 'utf8').matchAll(/secrets\/([\w-]+) /g)].map(
        ([, name]) => name,
      );
      expect(new Set(renewed)).toEqual(new Set(readdirSync(kept).filter((name) => name !== 'smtp-url')));
      expect(readFileSync(`${home}.bare`, 'utf8').trim()).toBe('');
      expect(existsSync(home)).toBe(false);
    } finally {
      for (const path of [home, kept, `${home}.received`, `${home}.renewed`, `${home}.bare`])
        rmSync(path, { recursive: true, force: true });
    }
  },
);
