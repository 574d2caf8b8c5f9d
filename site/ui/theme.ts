/** The theme of a page before any stylesheet or script: light or dark by the visitor's system, or by the choice in the footer. */

/** Builds the media query of elements for one theme, while the visitor's system decides. In print everything is light. */
export function buildSchemeMedia(scheme: 'light' | 'dark'): string {
  return `screen and (prefers-color-scheme: ${scheme})`;
}

/**
 * Applies the theme that the visitor chose in the footer before the first paint (docs/decisions/0057-two-themes-by-choice.md). It is the only inline
 * script, and its hash is in the Content-Security-Policy. A document contains it twice, after the head's metas and inside the header's logo:
 * elements for one of the system's themes (`data-scheme`) get the media of the chosen one.
 */
export const themeScript =
  "try{let t=localStorage.theme;if(t=='light'||t=='dark'){document.documentElement.dataset.theme=t;for(let e of document.querySelectorAll('[data-scheme]'))e.media=e.dataset.scheme==t?'screen':'not all'}}catch{}";
