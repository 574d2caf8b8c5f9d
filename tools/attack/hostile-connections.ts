/** Connections that only hold what others need, of five kinds. Each is opened again after ten seconds, whether the site has closed it or not. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
/** All that a connection sends: nothing, half a head, half a form, a thousand requests at once, one for a page that no cache has. */
const kinds = [
  '',
  'GET / HTTP/1.1\r\nHost: local',
  head('POST /contact', 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n'),
  head('GET /sitemap-en.xml').repeat(1000),
  head('GET /forex?q=e', 'Connection: close\r\n'),
];

/** @param count of connections, at any time. @param isOver whether to end. */
export async function holdConnections(port: number, count: number, isOver: () => boolean): Promise<void> {
  const hold = async (number: number) => {
    await wait((number / count) * 10_000);
    const sent = kinds[number % kinds.length] ?? '';
    while (!isOver()) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.55.${1 + (number % 20)}` });
      socket.on('error', () => undefined).write(sent);
      // Who sends a thousand requests takes none of the answers.
      if (sent.length < 1000) socket.resume();
      await wait(10_000);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => hold(number)));
}
