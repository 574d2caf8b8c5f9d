/**
 * The text of `ThemeScript.tsx`, alone because the server hashes it. It stands twice in a document, after the head's metas and inside the header's
 * logo: elements that say for which of the system's themes they are (`data-scheme`) get the media of the chosen one.
 */
export const themeScript =
  "try{let t=localStorage.theme;if(t=='light'||t=='dark'){document.documentElement.dataset.theme=t;for(let e of document.querySelectorAll('[data-scheme]'))e.media=e.dataset.scheme==t?'screen':'not all'}}catch{}";
