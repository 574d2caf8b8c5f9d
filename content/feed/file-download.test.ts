/** Editors must not be able to make the site fetch what only the site can reach. */
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { StrapiError } from './strapi-answer.ts';
import { StrapiClient } from './strapi-client.ts';

let strapi: Server;
let other: Server;
let answer: RequestListener;
let requests: string[];
const port = (server: Server) => (server.address() as AddressInfo).port;
const strapiOrigin = () => `http://127.0.0.1:${port(strapi)}`;

beforeAll(async () => {
  strapi = createServer((request, response) => answer(request, response));
  other = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('of another host');
  });
  for (const server of [strapi, other]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const server of [strapi, other]) server.close();
});
beforeEach(() => {
  requests = [];
  answer = (_request, response) => void response.end('of the content service');
});

const client = (hosts: string[] = [], forbidden?: BlockList) =>
  new StrapiClient({ url: strapiOrigin(), timeout: 5000, files: { hosts, ...(forbidden ? { forbidden } : {}) } });
const nothing = new BlockList();
const get = async (from: StrapiClient, address: string) => (await from.fetchBytes(address, 1000)).toString();

test('a download from the content service works by path and by address, although the service is in a private network', async () => {
  expect(await get(client(), '/uploads/a.png')).toBe('of the content service');
  expect(await get(client(), `${strapiOrigin()}/uploads/a.png`)).toBe('of the content service');
});

test('a download from another host is refused, unless the settings name the host', async () => {
  const address = `http://localhost:${port(other)}/a.png`;
  await expect(get(client(), address)).rejects.toThrow(
    `localhost:${port(other)} is neither the content service nor one of MEDIA_HOSTS`,
  );
  expect(requests).toEqual([]);
  expect(await get(client([`localhost:${port(other)}`], nothing), address)).toBe('of another host');
});

test.each([
  'localhost',
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f.1',
  '0',
  '169.254.169.254',
  '10.0.0.1',
  '[fd00::1]',
  '[64:ff9b::7f00:1]',
])('a download from a named host that is %s is refused', async (host) => {
  const address = `http://${host}:${port(other)}/a.png`;
  await expect(get(client([new URL(address).host]), address)).rejects.toThrow(/is no host of the public network/);
  expect(requests).toEqual([]);
});

test.each([
  ['permanently', 301],
  ['for now', 302],
  ['with its method', 307],
])('a redirect %s is followed within the content service, and not to another host', async (_name, status) => {
  answer = (request, response) => {
    if (request.url === '/moved') response.writeHead(status, { location: '/there' }).end();
    else if (request.url === '/there') response.end('found');
    else response.writeHead(status, { location: `http://127.0.0.1:${port(other)}/secret` }).end();
  };
  expect(await get(client(), '/moved')).toBe('found');
  await expect(get(client(), '/leads-away')).rejects.toThrow(/is neither the content service/);
  expect(requests).toEqual([]);
});

test('a circle of redirects, an error status, a file that is too long and another protocol are failures', async () => {
  answer = (_request, response) => void response.writeHead(302, { location: '/again' }).end();
  await expect(get(client(), '/again')).rejects.toThrow(/redirects more than/);
  answer = (_request, response) => void response.writeHead(500).end();
  await expect(get(client(), '/a.png')).rejects.toThrow('answered 500');
  answer = (_request, response) => void response.end('x'.repeat(1001));
  await expect(get(client(), '/a.png')).rejects.toThrow('larger than 1000 bytes');
  answer = (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  await expect(get(client(), '/a.png')).rejects.toThrow(StrapiError);
});
