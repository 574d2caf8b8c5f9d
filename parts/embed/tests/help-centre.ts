/** Another site of the broker, with a strict Content-Security-Policy of its own, that shows our header and footer (parts/embed/README.md). */
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
};

export interface HelpCentre {
  /** The origin of the help centre. */
  url: string;
  close: () => Promise<void>;
}

/** Starts the help centre. @param siteUrl the site whose header and footer it shows. */
export async function startHelpCentre(siteUrl: string, port = 0): Promise<HelpCentre> {
  const policy = `default-src 'none'; script-src 'self' ${siteUrl}; connect-src ${siteUrl}; img-src ${siteUrl} data:; font-src ${siteUrl}; style-src 'self'; base-uri 'none'; form-action 'none'`;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', siteUrl);
    const name = pathname === '/' ? 'help-centre.html' : pathname.slice(1);
    const type = contentTypes[/^help-centre\.(html|css|js)$/.exec(name)?.[1] ?? ''];
    if (!type) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy, 'cache-control': 'no-store' });
    return void response.end(readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll('{site}', siteUrl));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
