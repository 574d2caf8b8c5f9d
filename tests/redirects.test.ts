/** Where redirects lead, and for how long they are believed. */
import { describe, expect, inject, test } from 'vitest';

const siteUrl = inject('siteUrl');

/** Endpoints that lead a visitor back to a path that the request names, and where they lead when that is none of this site. */
const waysBack = {
  '/api/locale': { ask: (path: string) => fetch(`${siteUrl}/api/locale?${new URLSearchParams({ to: 'es', path })}`, { redirect: 'manual' }), otherwise: '/es' },
  '/api/preview/end': { ask: (path: string) => fetch(`${siteUrl}/api/preview/end?${new URLSearchParams({ path })}`, { redirect: 'manual' }), otherwise: '/' },
  '/api/geo/notice': { ask: (path: string) => fetch(`${siteUrl}/api/geo/notice`, { method: 'POST', redirect: 'manual', headers: { origin: siteUrl }, body: new URLSearchParams({ path }) }), otherwise: '/' },
};

describe.each(Object.entries(waysBack))('%s', (_endpoint, { ask, otherwise }) => {
  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example', 'https://evil.example', '', '/a\r\nSet-Cookie: x=1'])('leads to no other site by %j', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([303, otherwise]);
  });

  test.each([['/новости', '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8'], ['/news/caf%C3%A9?page=2', '/news/caf%C3%A9?page=2'], ['/news/café', '/news/caf%C3%A9'], ['/%zz', '/%25zz']])('leads to %s', async (path, location) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([303, location]);
  });
});
