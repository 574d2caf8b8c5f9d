/** Allows the inline style of a document by its hash in the Content-Security-Policy, which allows no other inline style. */
import { createHash } from 'node:crypto';

/** Hashes the `<style>` in a document's head. @returns its source expression for the policy, such as `'sha256-…'`; empty when there is none. */
export function hashStyle(html: string): string {
  return hashElement(html, 'style');
}

/** Hashes the inline script in a document's head, as `hashStyle` does: a page of another build has another one. */
export function hashScript(html: string): string {
  return hashElement(html, 'script');
}

function hashElement(html: string, name: string): string {
  const start = html.indexOf(`<${name}>`);
  const end = html.indexOf('</head>');
  if (start < 0 || start > end) return '';
  const text = html.slice(start + `<${name}>`.length, html.indexOf(`</${name}>`, start));
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Adds the source expression of a style to a policy. @param policy as `buildContentSecurityPolicy` returns it. */
export function addStyleSource(policy: string, source: string): string {
  return source ? policy.replace("style-src 'self'", `style-src 'self' ${source}`) : policy;
}

/** Adds the source expression of a script to a policy, which may have it already. */
export function addScriptSource(policy: string, source: string): string {
  return source && !policy.includes(source)
    ? policy.replace("script-src 'self'", `script-src 'self' ${source}`)
    : policy;
}
