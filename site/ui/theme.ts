/** The theme of a page before any stylesheet or script: light or dark by the visitor's system, or by the choice in the footer. */

/** The media queries of elements for one theme, while the visitor's system decides. In print everything is light. */
export function schemeMedia(scheme: 'light' | 'dark'): string {
  return `screen and (prefers-color-scheme: ${scheme})`;
}

/**
 * Before the first paint: the theme that the visitor chose in the footer (docs/decisions/0057-two-themes-by-choice.md). It is the only inline
 * script, and its hash is in the Content-Security-Policy. It stands twice in a document, after the head's metas and inside the header's logo:
 * elements that say for which of the system's themes they are (`data-scheme`) get the media of the chosen one.
 */
export const themeScript =
  "try{let t=localStorage.theme;if(t=='light'||t=='dark'){document.documentElement.dataset.theme=t;for(let e of document.querySelectorAll('[data-scheme]'))e.media=e.dataset.scheme==t?'screen':'not all'}}catch{}";
