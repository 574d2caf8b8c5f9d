import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openReplica } from '../../content/replica/replica.ts';
import { type WantedDiagram, buildDiagramPath } from '../../site/drawings/diagram-address.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';
import { createDiagramRoute } from './diagram-route.ts';

const diagram: WantedDiagram = { locale: 'en', page: 'forex', kind: 'sessions', crop: 'wide' };
const svg = `<svg>${Array.from({ length: 4000 }, (_, index) => `<path d="M${index} ${index * index}"/>`).join('')}</svg>`;
const path = buildDiagramPath(diagram, svg);
const replica = openReplica(':memory:', () => undefined);
afterAll(() => replica.close());

function routeWith(drawWantedDiagram: SiteRenderer['drawWantedDiagram']) {
  return createDiagramRoute({
    replica,
    renderer: () => Promise.resolve({ drawWantedDiagram } as unknown as SiteRenderer),
    looks: [],
    onDrawing: () => undefined,
  });
}

test('a new diagram is drawn once, and compressed while other requests are served', async () => {
  let drawn = 0;
  const app = routeWith(() => ((drawn += 1), { path, svg }));
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
  expect(answers[0].headers.get('cache-control')).toContain('immutable');
  const [one, other] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(brotliDecompressSync(one ?? '').toString()).toBe(svg);
  expect(other).toEqual(one);
  expect(await (await ask()).arrayBuffer()).toHaveProperty('byteLength', one?.length);
  expect(drawn).toBe(1);
});

test('an address with former figures redirects to the current diagram, for five minutes', async () => {
  const former = buildDiagramPath(diagram, '<svg>former</svg>');
  const { status, headers } = await routeWith(() => ({ path, svg })).request(former);
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, path, 'public, max-age=300']);
});

test('the address of a diagram that the page does not have, and a wrong address, are not found', async () => {
  const app = routeWith(({ page }) => (page === 'forex' ? { path, svg } : null));
  for (const missing of [path.replace('forex', 'crypto'), path.replace('sessions', 'secrets'), '/drawings/x.svg'])
    expect([missing, (await app.request(missing)).status]).toEqual([missing, 404]);
});
