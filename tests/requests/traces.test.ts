/** Traces of a real site, received over OTLP/HTTP. Without the setting nothing of OpenTelemetry is loaded. */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountSite, Visitor, startAccountSite } from '../sites/account-site.ts';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
}
interface Batch {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const spans: Span[] = [];
const services: unknown[] = [];
const paths: (string | undefined)[] = [];
async function take(request: IncomingMessage): Promise<void> {
  paths.push(request.url);
  for (const { resource, scopeSpans } of ((await json(request)) as Batch).resourceSpans) {
    services.push(attribute(resource, 'service.name'));
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
}
const collector = createServer((request, response) => {
  void take(request).finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
let site: AccountSite;

function attribute({ attributes }: Pick<Span, 'attributes'>, key: string): string | undefined {
  const value = attributes.find((candidate) => candidate.key === key)?.value;
  return value && String(value.stringValue ?? value.intValue);
}
const findRequest = (path: string) =>
  until(
    () => spans.find((span) => span.name === 'request' && attribute(span, 'url.path') === path),
    `a span of ${path}`,
  );
const below = ({ spanId }: Span, name: string) =>
  spans.filter((span) => span.name === name && span.parentSpanId === spanId);

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  // A prepared start has nothing to sync.
  site = await startAccountSite('sqlite', {
    BROKERFRONT_TEST_START: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  await site.stop();
  collector.close();
});

test('the request of a page belongs to the trace of the caller, its render to the request, and a cached answer has no render', async () => {
  const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { traceparent: `00-${trace}-${caller}-01`, 'x-request-id': 'id-of-this-visit' };
  const visitor = new Visitor(site.url);
  expect((await visitor.get('/search?q=secret', headers)).status).toBe(200);
  const request = await findRequest('/search');
  expect([request.traceId, request.parentSpanId]).toEqual([trace, caller]);
  expect([attribute(request, 'http.response.status_code'), attribute(request, 'request.id')]).toEqual([
    '200',
    'id-of-this-visit',
  ]);
  const [render] = below(request, 'render');
  expect(render && attribute(render, 'page.kind')).toBe('search');
  expect(BigInt(render?.endTimeUnixNano ?? 0) >= BigInt(render?.startTimeUnixNano ?? 0)).toBe(true);
  for (const path of ['/forex', '/forex', '/forex', '/stocks']) await visitor.get(path);
  await findRequest('/stocks');
  expect(spans.filter((span) => attribute(span, 'url.path') === '/forex')).toHaveLength(1);
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  expect(new Set(services)).toEqual(new Set(['brokerfront']));
});

test('an enquiry has spans for its database queries, and later for its deliveries under the same request id', async () => {
  const sent = await new Visitor(site.url).post(
    '/contact',
    { intent: 'send', name: 'Anna Rossi', email: 'anna@example.com', topic: 'account', message: 'A few lines of Anna' },
    { 'x-request-id': 'id-of-an-enquiry' },
  );
  expect(sent.status).toBe(303);
  const request = await findRequest('/contact');
  expect(below(request, 'database').map((span) => attribute(span, 'db.query.text'))).toContainEqual(
    expect.stringMatching(/^insert into "enquiry"/),
  );
  const delivery = await until(() => spans.find(({ name }) => name === 'outbox.deliver'), 'the delivery');
  expect([attribute(delivery, 'channel'), attribute(delivery, 'request.id')]).toEqual(['mail', 'id-of-an-enquiry']);
  expect(below(delivery, 'database').length).toBeGreaterThan(0);
});

test('the sync of the content has spans, and no span contains personal data', async () => {
  await until(() => spans.some((span) => span.name === 'content.sync'), 'the sync');
  expect(JSON.stringify(spans)).not.toMatch(/anna|secret|127\.0\.0\.1|10\.0\./i);
});

test('an unreachable collector disturbs neither visitors nor the end of the process', async () => {
  const dataDir = await newSiteData('traces');
  const alone = await startBuiltSite({ DATA_DIR: dataDir, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect((await fetch(`${alone.url}/forex`)).status).toBe(200);
  await alone.stop();
  expect(alone.process.exitCode).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});

test('the tracing packages are not imported by the code that every start loads', () => {
  const main = readFileSync('dist/server/main.js', 'utf8');
  const first = [...main.matchAll(/^import[^;]*?["']([^"']+)["']/gm)].map(([, name = '']) => name);
  expect(first.length).toBeGreaterThan(5);
  const inFiles = [
    main,
    ...readdirSync('dist/server/chunks').map((name) => readFileSync(`dist/server/chunks/${name}`, 'utf8')),
  ];
  const statically = inFiles.flatMap((text) => [...text.matchAll(/^import[^;(]*?["'](@opentelemetry\/[^"']+)["']/gm)]);
  expect(statically).toEqual([]);
});
