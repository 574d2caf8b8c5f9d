/**
 * The only place where the site's own code turns text into HTML; elsewhere the Content-Security-Policy refuses it (Trusted Types). Callers
 * may pass only HTML that the site's server rendered or that is written in this code, so that no foreign text becomes HTML. The other
 * policies: `third-party` in `load-script.ts`, `default` in `library-html.ts`.
 */
let policy: { createHTML: (html: string) => string } | undefined;

/** Marks HTML as trusted. In browsers without Trusted Types it returns the text unchanged. */
export function trustedHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('site', { createHTML: (text: string) => text });
  return policy?.createHTML(html) ?? html;
}
