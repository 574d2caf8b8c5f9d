/**
 * What libraries write as text (the consent dialogs, the frames of videos): they know no policy, so the browser asks the one named `default`. It lets through what
 * can only be looked at. Import it before such a library.
 */
import { trustedHtml } from './trusted-html.ts';

const active = 'script, iframe, object, embed, base, meta, link, form, template, math';
const activeAddress = /^[\u0000-\u0020]*(?:javascript|vbscript|data:text)/i;

/** @returns null where the browser is to refuse. */
function inertHtml(html: string): string | null {
  const parsed = new DOMParser().parseFromString(trustedHtml(html), 'text/html');
  if (parsed.querySelector(active)) return null;
  for (const { attributes } of parsed.querySelectorAll('*')) {
    for (const { name, value } of attributes)
      if (/^(?:on|srcdoc$)/.test(name) || activeAddress.test(value)) return null;
  }
  return html;
}

/** Scripts of other companies bring further ones; which of their origins may is the policy's to say. This site's own come as modules. @throws for what is no address. */
function foreignAddress(address: string): string | null {
  const { protocol, origin } = new URL(address, location.href);
  return protocol === 'https:' && origin !== location.origin ? address : null;
}

window.trustedTypes?.createPolicy('default', { createHTML: inertHtml, createScriptURL: foreignAddress });
