/**
 * The Trusted Types policy for HTML that libraries write (the consent dialogs, the frames of videos): they name no policy, so the browser
 * applies the one named `default`. It accepts only inert HTML. Import this file before a library that writes HTML.
 */
import { trustedHtml } from './trusted-html.ts';

const activeElements = 'script, iframe, object, embed, base, meta, link, form, template, math';
const activeAddress = /^[\u0000-\u0020]*(?:javascript|vbscript|data:text)/i;

/** Accepts HTML without active elements and attributes; null makes the browser refuse the HTML. */
function acceptInertHtml(html: string): string | null {
  const parsed = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  if (parsed.querySelector(activeElements)) return null;
  for (const { attributes } of parsed.querySelectorAll('*')) {
    for (const { name, value } of attributes)
      if (/^(?:on|srcdoc$)/.test(name) || activeAddress.test(value)) return null;
  }
  return html;
}

/**
 * Accepts the address of a script from another origin: third-party scripts load further scripts. The site's own scripts are modules,
 * so its own origin is refused. The Content-Security-Policy limits the origins. @throws when the address is no valid URL.
 */
function acceptForeignAddress(address: string): string | null {
  const { protocol, origin } = new URL(address, location.href);
  return protocol === 'https:' && origin !== location.origin ? address : null;
}

window.trustedTypes?.createPolicy('default', { createHTML: acceptInertHtml, createScriptURL: acceptForeignAddress });
