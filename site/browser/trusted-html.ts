/**
 * The one place where text of the site's own becomes HTML. The Content-Security-Policy refuses it everywhere else (Trusted Types), so a text that came from
 * somewhere cannot: what passes here was rendered by the site's server, or stands in this code. The other policies: `third-party` in `load-script.ts`,
 * `default` in `library-html.ts`.
 */
let policy: { createHTML: (html: string) => string } | undefined;

/** Browsers without Trusted Types take the text as it is. */
export function trustedHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('site', { createHTML: (text: string) => text });
  return policy?.createHTML(html) ?? html;
}
