import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openReplica } from '../../content/replica/replica.ts';
import { drawingPath } from '../../site/drawings/drawing-address.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';
import { drawingRoute } from './drawing-route.ts';

const svg = `<svg>${Array.from({ length: 4000 }, (_, index) => `<path d="M${index} ${index * index}"/>`).join('')}</svg>`;
const path = drawingPath({ locale: 'en', view: 'web', crop: 'wide', symbols: ['EURUSD'], marks: {} }, svg);

test('a new drawing is compressed beside other requests', async () => {
  const replica = openReplica(':memory:', () => undefined);
  let drawn = 0;
  const wantedDrawing = () => ((drawn += 1), { path, svg });
  const app = drawingRoute({
    replica,
    renderer: () => Promise.resolve({ wantedDrawing } as unknown as SiteRenderer),
    preview: { look: () => Promise.resolve(null) },
  });
  let turns = 0;
  const turning = setInterval(() => (turns += 1));
  const ask = async () => app.request(path, { headers: { 'accept-encoding': 'br' } });
  const answers = await Promise.all([ask(), ask()]);
  clearInterval(turning);
  // Compressed in this thread, both would be answered before it turns once.
  expect(turns).toBeGreaterThan(0);
  expect(answers.map(({ status, headers }) => [status, headers.get('content-encoding')])).toEqual([
    [200, 'br'],
    [200, 'br'],
  ]);
  const [one, other] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(brotliDecompressSync(one ?? '').toString()).toBe(svg);
  expect(other).toEqual(one);
  expect(await (await ask()).arrayBuffer()).toHaveProperty('byteLength', one?.length);
  expect(drawn).toBe(2);
  replica.close();
});
