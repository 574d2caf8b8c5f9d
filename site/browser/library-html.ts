/**
 * The Trusted Types policy for HTML that libraries write (the consent dialogs, the frames of videos): they name no policy, so the browser
 * applies the one named `default`. It accepts only inert HTML. Import this file before a library that writes HTML.
 */
import { trustedHtml } from './trusted-html.ts';

const active = 'script, iframe, object, embed, base, meta, link, form, template, math';
const activeAddress = /^[\u0000-\u0020]*(?:javascript|vbscript|data:text)/i;

/** @returns null to make the browser refuse the HTML. */
function inertHtml(html: string): string | null {
  const parsed = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  if (parsed.querySelector(active)) return null;
  for (const { attributes } of parsed.querySelectorAll('*')) {
    for (const { name, value } of attributes)
      if (/^(?:on|srcdoc$)/.test(name) || activeAddress.test(value)) return null;
  }
  return html;
}

/**
 * Third-party scripts load further scripts; the Content-Security-Policy decides from which origins. The site's own scripts are modules,
 * so its own origin is refused here. @throws when the address is no valid URL.
 */
function foreignAddress(address: string): string | null {
  const { protocol, origin } = new URL(address, location.href);
  return protocol === 'https:' && origin !== location.origin ? address : null;
}

window.trustedTypes?.createPolicy('default', { createHTML: inertHtml, createScriptURL: foreignAddress });
