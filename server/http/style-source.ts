/** Names the style that a document carries in its Content-Security-Policy, which allows no other inline style. */
import { createHash } from 'node:crypto';

/** Hashes the style. @returns the source expression of the document's `<style>`, such as `'sha256-…'`; empty when it has none. */
export function hashStyle(html: string): string {
  const start = html.indexOf('<style>');
  const end = html.indexOf('</head>');
  if (start < 0 || start > end) return '';
  const style = html.slice(start + '<style>'.length, html.indexOf('</style>', start));
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Adds the style to a policy. @param policy as `buildContentSecurityPolicy` returns it. */
export function withStyleSource(policy: string, source: string): string {
  return source ? policy.replace("style-src 'self'", `style-src 'self' ${source}`) : policy;
}
