/** Timeouts of uploads, over real connections. They are so short here that every sender is slow in comparison. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseDescriptorLimits } from '../process/descriptor-limits.ts';
import { IncomingFiles, readFormBody } from './form-body.ts';

const start =
  '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
const end = '\r\n--x--\r\n';

let folder: string;
let files: IncomingFiles;
let server: Server;
let times: { silence: number; total: number };
async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { file, discard } = await readFormBody(incoming, { files, address: '' }, times);
    await discard();
    response.end(`${file?.bytes} bytes`);
  } catch (error) {
    response.writeHead(400, { connection: 'close' }).end(error instanceof Error ? error.constructor.name : '');
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-incoming-'));
  files = new IncomingFiles(folder, 1);
  server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** @param speak sends the file's content until the server has answered. @returns the body of the response. */
function upload(speak: (sent: ClientRequest, answered: () => boolean) => Promise<void>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let answer = '';
    const sent = request(
      { port, method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      (response) => {
        response.setEncoding('utf8').on('data', (chunk: string) => {
          answer += chunk;
          resolve(answer);
        });
      },
    );
    // Has no effect after the response: the promise is then resolved already.
    sent.on('error', reject);
    sent.write(start);
    void speak(sent, () => answer !== '');
  });
}

test('a slow sender who continues can finish', async () => {
  times = { silence: 600, total: 60_000 };
  const answer = await upload(async (sent) => {
    for (let part = 0; part < 12; part += 1) {
      sent.write('x'.repeat(100));
      await pause(times.silence / 6);
    }
    sent.end(end);
  });
  expect(answer).toBe('1200 bytes');
  expect(await readdir(folder)).toEqual([]);
});

test('a sender who stops gets an answer, and no file stays', async () => {
  times = { silence: 100, total: 60_000 };
  expect(await upload(async (sent) => void sent.write('x'.repeat(100)))).toBe('BodyUnreadable');
  expect(await readdir(folder)).toEqual([]);
});

test('a sender who drips bytes endlessly gets an answer, and no file stays', async () => {
  times = { silence: 60_000, total: 100 };
  const answer = await upload(async (sent, answered) => {
    while (!answered()) {
      sent.write('x');
      await pause(10);
    }
  });
  expect(answer).toBe('BodyUnreadable');
  expect(await readdir(folder)).toEqual([]);
});

test('one address may send four files at a time, all senders together a fixed number, and a finished upload frees its place', () => {
  const places = new IncomingFiles(folder, 6);
  const claims = Array.from({ length: 5 }, () => places.claim('192.0.2.1'));
  expect(claims.map(Boolean)).toEqual([true, true, true, true, false]);
  const others = Array.from({ length: 3 }, (_, index) => places.claim(`198.51.100.${index}`));
  expect(others.map(Boolean)).toEqual([true, true, false]);
  claims[0]?.();
  expect([places.claim('198.51.100.9'), places.claim('198.51.100.10')].map(Boolean)).toEqual([true, false]);
});

test.each([
  [1024, 512, 100],
  [400, 200, 50],
  [1_000_000, 10_000, 100],
])('strangers get %i of the descriptors: %i connections and %i files', (all, connections, most) => {
  expect(chooseDescriptorLimits(all)).toEqual({ connections, files: most });
});
