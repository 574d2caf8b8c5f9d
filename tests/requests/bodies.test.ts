/** Bodies of strangers: the server refuses a body that is too long while it still arrives, and answers 400 to an unreadable body. */
import { describe, expect, inject, test } from 'vitest';
import { rawStatus } from '../raw-request.ts';

const siteUrl = inject('siteUrl');
const { host } = new URL(siteUrl);

const form = 'application/x-www-form-urlencoded';
const endpoints = [
  ['/api/geo/notice', form],
  ['/api/consent', 'application/json'],
  ['/api/consent/choice', form],
  ['/contact', form],
] as const;

function post(path: string, contentType: string, body: string): Promise<Response> {
  return fetch(`${siteUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: siteUrl, 'content-type': contentType },
    body,
  });
}

describe.each(endpoints)('%s', (path, contentType) => {
  test('refuses a long body that never ends, without waiting for its end', async () => {
    const chunk = 'a'.repeat(70_000);
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${siteUrl}\r\nContent-Type: ${contentType}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await rawStatus(`${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`)).toBe(413);
  });

  test('refuses a body whose declared length is too long before it arrives', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${siteUrl}\r\nContent-Type: ${contentType}\r\nContent-Length: 300000000\r\n\r\n`;
    expect(await rawStatus(head)).toBe(413);
  });

  test('answers 400 to a body that it cannot read', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
      const answer = await post(path, type, 'nothing of the kind');
      // Node's client fails when the server closes a connection whose answer nobody reads.
      await answer.text();
      expect([type, answer.status]).toEqual([type, 400]);
    }
  });
});

test('forms of either encoding are read', async () => {
  const fields = new FormData();
  fields.set('path', '/it/forex');
  const multipart = await fetch(`${siteUrl}/api/geo/notice`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: siteUrl },
    body: fields,
  });
  expect([multipart.status, multipart.headers.get('location')]).toEqual([303, '/it/forex']);
  const choice = await post(
    '/api/consent/choice',
    form,
    'locale=it&allow=analytics.webAnalytics&allow=ads.personalisation',
  );
  expect([choice.status, choice.headers.get('location')]).toEqual([303, '/it/cookie-disclosure?consent=saved#consent']);
});
