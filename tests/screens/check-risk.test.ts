/** `npm run check:risk` in front of the real site: nothing falls short, and each way in which a risk warning can fall short is red. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { allLooks, measureRisk } from '../../tools/checks/risk/measure-risk.ts';
import { formatReport, summarizeFaults } from '../../tools/checks/risk/risk-report.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { exhaustive } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const warning = 'footer section[aria-label]';

/** The style that a release, or a script of somebody else, would add to a page; and what is then said about it. */
const cases: Record<string, { style: string; says: string }> = {
  '/login': { style: `${warning} { display: none }`, says: 'the risk warning: it is hidden' },
  '/forex': { style: 'main aside { display: none }', says: 'the risk notice: it is hidden' },
  '/crypto': {
    style: 'body::after { content: ""; position: fixed; inset: 30% 0 0; background: navy; pointer-events: none }',
    says: 'the risk notice: something covers it',
  },
  '/stocks': { style: 'main aside p { color: rgb(120 120 120) }', says: 'the risk notice: its contrast is' },
  '/about': { style: 'main aside p { font-size: 13px }', says: 'the risk notice: its letters have 13 px, and' },
  '/why-us': { style: 'h1 { font-size: 7rem }', says: 'the risk notice: its letters have 1' },
  '/faqs': {
    style: `footer { display: flex; flex-direction: column } ${warning} { order: 1 }`,
    says: 'below its screen (end)',
  },
  '/indices': { style: 'main aside p { max-inline-size: 5em }', says: 'do not fit into a screen' },
  '/glossary': { style: '', says: '' },
};

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-risk-'));
const pass = async (request: IncomingMessage, response: ServerResponse) => {
  const answer = await fetch(`${siteUrl}${request.url}`, {
    redirect: 'manual',
    headers: { 'accept-language': request.headers['accept-language'] ?? 'en' },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  // Stronger than any rule of the site.
  const style = cases[request.url ?? '']?.style.replaceAll(/;| \}/g, ' !important$&');
  response.end(style ? bytes.toString().replace('</head>', `<style>${style}</style></head>`) : bytes);
};
const server = createServer((request, response) => void pass(request, response)).listen(0);
const frontUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test('a risk warning that is hidden, covered, pale, small, too far down or too tall is red, with a picture', async () => {
  const looks = allLooks.filter(
    ({ width, theme }) => (width === 320 && theme === 'light') || (width === 1440 && theme === 'dark'),
  );
  const pages = Object.keys(cases).map((path) => ({ locale: 'en' as const, path }));
  const measurements = await measureRisk(frontUrl, pages, folder, { looks });
  for (const [path, { says }] of Object.entries(cases)) {
    const faults = summarizeFaults(measurements.filter((one) => one.path === path));
    if (says) expect(faults.join('\n'), path).toContain(says);
    else expect(faults, path).toEqual([]);
  }
  const report = formatReport(measurements, frontUrl, '2026-11-27');
  expect(report).toContain('10 texts fall short');
  const pictures = [...report.matchAll(/<img src="([^"]+)"/g)].map(([, name = '']) => name);
  expect(pictures.length).toBeGreaterThan(pages.length);
  expect(pictures.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
});

test(
  'nothing falls short on any page, in any language, theme and width, says the command',
  { ...exhaustive, timeout: 1_800_000 },
  async () => {
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        ['tools/checks/risk/check-risk.ts', siteUrl],
        // As by hand: of hundreds of instruments, whose pages come from one module, a few of each kind.
        { cwd: projectRoot, env: { ...process.env, TEST_SCOPE: '' } },
        (error, out, err) => resolve(`${String(error?.code ?? 0)}\n${out}${err}`),
      );
    });
    expect(output).toMatch(/^0\n[^]*Nothing falls short/);
    expect(Number(/(\d+) pages/.exec(output)?.[1])).toBeGreaterThan(locales.length * 70);
  },
);
