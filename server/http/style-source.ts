/** Allows the inline style of a document by its hash in the Content-Security-Policy, which allows no other inline style. */
import { createHash } from 'node:crypto';

/** Hashes the `<style>` in a document's head. @returns its source expression for the policy, such as `'sha256-…'`; empty when there is none. */
export function hashStyle(html: string): string {
  const start = html.indexOf('<style>');
  const end = html.indexOf('</head>');
  if (start < 0 || start > end) return '';
  const style = html.slice(start + '<style>'.length, html.indexOf('</style>', start));
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Adds the source expression of a style to a policy. @param policy as `buildContentSecurityPolicy` returns it. */
export function addStyleSource(policy: string, source: string): string {
  return source ? policy.replace("style-src 'self'", `style-src 'self' ${source}`) : policy;
}
