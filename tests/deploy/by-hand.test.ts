/**
 * `deploy/by-hand.md`: its blocks are taken out of the document and run in one shell, in order, with other ports and
 * another folder. Left out are what installs (`install`: it is installed) and Strapi, whose start takes minutes.
 * @module-tag exhaustive
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { valkeyInstalled } from '../../tools/testing/valkey.ts';
import { projectRoot } from '../../tools/project-root.ts';
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

test.skipIf(!isRoot || !nginxInstalled || !postgresInstalled || !valkeyInstalled())(
  'the commands of the document start everything, serve a page and a form, release a new version, and end',
  { timeout: 120_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'brokerfront-by-hand-'));
    const names = ['PG', 'VALKEY', 'SITE_1', 'SITE_2', 'CMS', 'HTTP', 'HTTPS', 'HOOK', 'MAIL', 'CRM'];
    const environment: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME_OF_ALL: home };
    for (const name of names) environment[name] = String(await freePort());
    const end = blocks.find(({ kind }) => kind === 'end');
    expect(blocks.map(({ kind }) => kind).filter(Boolean)).toEqual(['install', 'strapi', 'end']);
    const played = blocks.filter(({ kind }) => kind === '').map(({ text }) => text);
    // Ends all started processes, also after a failure.
    const script = `(set -e\n${played.join('\n')}\n)\nplayed=$?\nls ${home}/received > ${home}.received\ntail -n 5 ${home}/log/* >&2\nPG_BIN=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)\n${end?.text ?? ''}\nexit $played`;
    try {
      const result = spawnSync('bash', ['-c', script], { cwd: projectRoot, env: environment, encoding: 'utf8' });
      expect(result.status, result.stderr).toBe(0);
      expect(result.stdout).toMatch(/^200$[^]*^303$/m);
      const received = readFileSync(`${home}.received`, 'utf8').trim().split('\n');
      expect(received).toEqual(expect.arrayContaining(['mail-1.eml', 'crm-1.json']));
      expect(existsSync(home)).toBe(false);
    } finally {
      rmSync(`${home}.received`, { force: true });
      rmSync(home, { recursive: true, force: true });
    }
  },
);
