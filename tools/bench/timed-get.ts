/** Requests an address with plain `node:http`: fetch would decompress the answer, and its own work would count as the server's. */
import { type Agent, get } from 'node:http';

export interface TimedAnswer {
  /** Milliseconds from the request to the last byte. */
  ms: number;
  /** As sent, compressed. */
  body: Buffer;
  /** Names and values in the order and spelling of the server. */
  rawHeaders: string[];
}

/** @throws when the answer is not a 200. */
export function timedGet(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<TimedAnswer> {
  const started = performance.now();
  const options = { headers: { 'accept-encoding': 'br', 'accept-language': 'en', ...headers }, agent };
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
        resolve({ ms: performance.now() - started, body: Buffer.concat(chunks), rawHeaders: response.rawHeaders });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
