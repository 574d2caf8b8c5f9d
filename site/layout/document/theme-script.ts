/**
 * Before the first paint: the theme that the visitor chose in the footer (docs/decisions/0057-two-themes-by-choice.md). It is the only inline script, and its hash is
 * in the Content-Security-Policy. It stands twice in a document, after the head's metas and after the header: elements that say for which of the
 * system's themes they are (`data-scheme`) get the media of the chosen one.
 */
export const themeScript =
  "try{let t=localStorage.theme;if(t=='light'||t=='dark'){document.documentElement.dataset.theme=t;for(let e of document.querySelectorAll('[data-scheme]'))e.media=e.dataset.scheme==t?'screen':'not all'}}catch{}";
