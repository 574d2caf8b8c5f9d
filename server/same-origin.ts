/** Whether a form or a script of this site sent a request. Browsers always say so; whoever says nothing is not a browser and has no cookies to abuse. */
import type { Context } from 'hono';

export function isFromOwnPage(context: Context, siteUrl: string): boolean {
  const fetchSite = context.req.header('sec-fetch-site');
  if (fetchSite) return fetchSite === 'same-origin';
  const origin = context.req.header('origin');
  return origin === undefined || origin === new URL(siteUrl).origin;
}
